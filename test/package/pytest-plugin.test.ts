import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usePackedPackage, type TempProject } from '../support/process/temp-project.ts'
import { findPython } from '../support/tools/find-command.js'
import { needs, PYTEST_WITH_ALL } from '../support/tools/needs.ts'

const require = createRequire(import.meta.url)
const source = fileURLToPath(new URL('../../clients/python', import.meta.url))
/** Keeps what Python compiles out of the sources. */
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }

/** Makes a virtual environment with the pytest of this machine, and returns its Python. */
function makeVenv(folder: string): string {
  execFileSync(findPython(PYTEST_WITH_ALL)!, ['-m', 'venv', '--system-site-packages', folder])
  return join(folder, process.platform === 'win32' ? 'Scripts' : 'bin', 'python')
}

/** Installs the plugin from the npm package of a project, and returns the Python that has it. */
async function installPlugin({ run, folder }: TempProject): Promise<string> {
  const ours = makeVenv(join(folder, 'venv'))
  const plugin = './node_modules/alias-sandbox/clients/python'
  const install = ['-m', 'pip', 'install', '--quiet', '--no-index', plugin]
  expect(await run(ours, install)).toMatchObject({ exitCode: 0 })
  return ours
}

describe('the plugin for pytest', needs('pytest-xdist'), () => {
  const makeProject = usePackedPackage()
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-wheel-'))
  const at = (...names: string[]) => join(folder, ...names)
  let python = ''
  const runPython = (...argv: string[]) =>
    execFileSync(python, argv, { env, cwd: source, encoding: 'utf8' })
  const pip = (...argv: string[]) =>
    runPython('-m', 'pip', argv[0]!, '--quiet', '--no-index', '--no-deps', ...argv.slice(1))
  const wheel = 'alias_sandbox_pytest-0.1.0-py3-none-any.whl'
  const sdist = 'alias_sandbox_pytest-0.1.0.tar.gz'
  const buildSdist = (into: string) =>
    runPython('-c', `import build_backend; build_backend.build_sdist(${JSON.stringify(into)})`)

  beforeAll(() => {
    python = makeVenv(at('venv'))
    pip('wheel', '-w', folder, source)
    pip('install', at(wheel))
    buildSdist(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is installed from the npm package without network, and starts a sandbox or uses the one of exec', async () => {
    const project = makeProject([])
    const { run } = project
    project.copy('docs/snippets/pytest')
    const ours = await installPlugin(project)
    const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_aliases.py']
    const started = await run(ours, pytest)
    expect(started.output).toMatch(/4 passed/)
    const underExec = await run('alias-sandbox', ['exec', '--', ours, ...pytest])
    expect(underExec.output).toMatch(/4 passed/)
    expect([started.exitCode, underExec.exitCode]).toEqual([0, 0])
  })

  it('is there for tests in a package with a conftest.py of its own, in each import mode', async () => {
    const project = makeProject([])
    project.copy('docs/snippets/pytest')
    project.copy('docs/snippets/pytest/test_aliases.py', 'tests/unit/test_aliases.py')
    for (const file of ['__init__.py', 'unit/__init__.py', 'unit/conftest.py']) {
      project.write(`tests/${file}`, '')
    }
    const ours = await installPlugin(project)
    for (const mode of ['prepend', 'append', 'importlib']) {
      const argv = [
        '-m',
        'pytest',
        '-q',
        '-p',
        'no:cacheprovider',
        `--import-mode=${mode}`,
        'tests',
      ]
      const { exitCode, output } = await project.run(ours, argv)
      expect(output).toMatch(/4 passed/)
      expect(exitCode).toBe(0)
    }
  })

  it('passes its tests as an installed wheel, with the packed npm package', async () => {
    const { run, copy } = makeProject([])
    copy('clients/python/tests', 'tests')
    const argv = ['-m', 'pytest', '-q', '-rs', '-n', '2', '-p', 'no:cacheprovider', 'tests']
    const { exitCode, output } = await run(python, argv)
    expect(output).toMatch(/^\d\d passed in /m)
    expect(exitCode).toBe(0)
  })

  it('is built without network, and the sdist makes the same wheel byte by byte', () => {
    const again = mkdtempSync(at('again-'))
    pip('wheel', '-w', again, at(sdist))
    buildSdist(again)
    expect(readdirSync(again).toSorted()).toEqual([wheel, sdist].toSorted())
    for (const file of [wheel, sdist]) {
      expect(readFileSync(join(again, file)).equals(readFileSync(at(file)))).toBe(true)
    }
  })

  it('is installed with its types, its license and what pytest looks for', () => {
    const files = runPython('-m', 'pip', 'show', '--files', 'alias-sandbox-pytest')
    expect(files).toMatch(/^License: MIT$/m)
    const shipped = ['__init__.py', 'py.typed', 'LICENSE', 'entry_points.txt']
    for (const file of shipped) expect(files).toMatch(new RegExp(`/${file}$`, 'm'))
  })
})

it('the types of the plugin agree with its code and its tests', needs('mypy'), () => {
  const argv = ['-m', 'mypy', '--cache-dir', '/dev/null', 'src', 'tests']
  const mypy = execFileSync(findPython('mypy, pytest')!, argv, {
    cwd: source,
    env,
    encoding: 'utf8',
  })
  expect(mypy).toMatch(/^Success: no issues found/)
})

it('pyright finds nothing in the plugin and its tests', needs('mypy'), () => {
  const argv = [require.resolve('pyright'), '--pythonpath', findPython('mypy, pytest')!]
  const { stdout } = spawnSync(process.execPath, argv, { cwd: source, env, encoding: 'utf8' })
  expect(stdout).toMatch(/^0 errors, 0 warnings/m)
})
