import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { docPages, filesLinkedFrom } from '../support/doc-pages.ts'
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

describe('the Python package', needs('pytest-xdist'), () => {
  const makeProject = usePackedPackage()

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

  it('passes its tests where it is installed', async () => {
    const project = makeProject([])
    project.copy('clients/python/tests', 'tests')
    const ours = await installPlugin(project)
    const argv = ['-m', 'pytest', '-q', '-rs', '-n', '2', '-p', 'no:cacheprovider', 'tests']
    const { exitCode, output } = await project.run(ours, argv)
    expect(output).toMatch(/^\d+ passed in /m)
    expect(exitCode).toBe(0)
  })

  it('is the same byte by byte from the folder and from the tarball', async () => {
    const project = makeProject([])
    const { run, folder } = project
    const ours = makeVenv(join(folder, 'venv'))
    const build = async (into: string, ...argv: string[]) => {
      expect(await run(ours, argv)).toMatchObject({ exitCode: 0 })
      return readFileSync(join(folder, into, 'alias_sandbox-0.1.0-py3-none-any.whl'))
    }
    const pip = ['-m', 'pip', 'wheel', '--quiet', '--no-index', '--no-deps', '-w', 'first']
    const source = 'node_modules/alias-sandbox'
    const first = await build('first', ...pip, `./${source}/clients/python`)

    // Other times, permissions and order: a copy of the package, packed again.
    const copied = ['-c', REPACK, source, 'again.tgz']
    expect(await run(ours, copied)).toMatchObject({ exitCode: 0 })
    const backEnd = `${source}/clients/python/build_backend.py`
    const second = await build('second', backEnd, 'again.tgz', 'second')
    expect(second.equals(first)).toBe(true)
  })

  it('says what to do where there is no npm package around it', async () => {
    const { run, copy, folder } = makeProject([])
    copy('clients/python', 'alone/clients/python')
    const ours = makeVenv(join(folder, 'venv'))
    const install = ['-m', 'pip', 'install', '--no-index', './alone/clients/python']
    const { exitCode, output } = await run(ours, install)
    expect(output).toMatch(/the wheel holds the npm package.*npm run build/s)
    expect(exitCode).not.toBe(0)
  })

  it('has all files that its pages link to, except pictures of the dashboard', async () => {
    const project = makeProject([])
    const ours = await installPlugin(project)
    const { output } = await project.run(ours, ['-m', 'pip', 'show', '--files', 'alias-sandbox'])
    const files = [...output.matchAll(/^ +alias_sandbox\/_package\/(.+)$/gm)].map(
      ([, file]) => file!,
    )
    const links = filesLinkedFrom(docPages.filter((page) => files.includes(page)))
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter(({ to }) => !files.includes(to))).toEqual([])
  })

  it('is installed with its command, its types, its license and what pytest looks for', async () => {
    const project = makeProject([])
    const ours = await installPlugin(project)
    const { output } = await project.run(ours, ['-m', 'pip', 'show', '--files', 'alias-sandbox'])
    expect(output).toMatch(/^License: MIT$/m)
    const shipped = ['__init__.py', 'py.typed', 'LICENSE', 'LICENSES.txt', 'entry_points.txt']
    for (const file of shipped) expect(output).toMatch(new RegExp(`/${file}$`, 'm'))
    const command = join(
      ours,
      '..',
      process.platform === 'win32' ? 'alias-sandbox.exe' : 'alias-sandbox',
    )
    expect(await project.run(command, ['--version'])).toMatchObject({ exitCode: 0 })
  })
})

/** Packs a folder as npm does, in another order, with other times and permissions. */
const REPACK = `
import os, sys, tarfile
def changed(entry):
    entry.mtime, entry.mode = 1, 0o600
    return entry
with tarfile.open(sys.argv[2], "w:gz") as archive:
    for name in sorted(os.listdir(sys.argv[1]), reverse=True):
        archive.add(os.path.join(sys.argv[1], name), "package/" + name, filter=changed)
`

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
