import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
// @ts-expect-error: a script of the build, without types
import { namedFiles, reachedFiles } from '../../scripts/reached.js'
import { docPages, linksOf } from '../support/doc-pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const named = (namedFiles as () => string[])()
const reached = (reachedFiles as () => Set<string>)()

/** The files that npm would publish. */
function packedFiles(): string[] {
  const argv = ['pack', '--dry-run', '--ignore-scripts', '--json']
  const message = execFileSync('npm', argv, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  const [{ files }] = JSON.parse(message) as [{ files: { path: string }[] }]
  return files.map(({ path }) => path)
}

describe('the package', () => {
  const packed = packedFiles()

  it('contains all files of its exports and commands', () => {
    expect(named.filter((file) => !existsSync(`${root}/${file}`))).toEqual([])
    expect([...reached].filter((file) => !packed.includes(file))).toEqual([])
  })

  it('contains nothing else but its scenarios and its documentation', () => {
    const isOther =
      /^(dist\/dashboard\/([\w-]+-[A-Z0-9]{8}\.js|[a-z]+-(screen|entry)\.css)|docs\/.*\.md|docs\/dashboard\/overview\.png|docs\/(snippets|tutorial)\/.*|[A-Z]+\.md)$/
    const unreached = packed.filter((file) => !reached.has(file) && !isOther.test(file))
    expect(unreached.filter((file) => !/^scenarios\/\w+\.yaml$/.test(file)).toSorted()).toEqual([
      'LICENSE',
      'clients/python/LICENSE',
      'clients/python/README.md',
      'clients/python/build_backend.py',
      'clients/python/pyproject.toml',
      'clients/python/src/alias_sandbox_pytest/__init__.py',
      'clients/python/src/alias_sandbox_pytest/_account.py',
      'clients/python/src/alias_sandbox_pytest/_api.py',
      'clients/python/src/alias_sandbox_pytest/_control.py',
      'clients/python/src/alias_sandbox_pytest/_etiquette.py',
      'clients/python/src/alias_sandbox_pytest/_own_sandbox.py',
      'clients/python/src/alias_sandbox_pytest/_sharing.py',
      'clients/python/src/alias_sandbox_pytest/_skipped_waits.py',
      'clients/python/src/alias_sandbox_pytest/py.typed',
      'dist/LICENSES.txt',
      'dist/dashboard/app.css', // these are read by name at run time
      'dist/dashboard/app.js',
      'dist/dashboard/index.html',
      'dist/page.json.gz',
      'dist/worker.cjs',
      'generated/actions.json',
      'generated/faker/de.json',
      'generated/faker/en.json',
      'generated/faker/faker.cjs',
      'generated/faker/fr.json',
      'generated/faker/ja.json',
      'generated/scenarios.json',
    ])
  })

  it('contains every page of the documentation, and all files that they link to, except pictures of the dashboard', () => {
    expect(docPages.filter((page) => !packed.includes(page))).toEqual([])
    const links = docPages
      .flatMap(linksOf)
      .filter(({ target }) => !/^(https?:|#)/.test(target) && !target.endsWith('.png'))
      .map(({ page, line, target }) => ({
        from: `${page}:${line}`,
        to: posix.join(posix.dirname(page), target.split('#')[0]!),
      }))
    expect(links.filter(({ to }) => !packed.includes(to))).toEqual([])
  })

  it('contains the picture of the README, which npm shows', () => {
    const pictures = linksOf('README.md').filter(({ target }) => target.endsWith('.png'))
    expect(pictures).not.toEqual([])
    for (const { target } of pictures) expect(packed).toContain(target)
  })

  it('takes at most 5 MB on the disk', () => {
    const bytes = packed.reduce((sum, file) => sum + statSync(`${root}/${file}`).size, 0)
    expect(bytes).toBeLessThanOrEqual(5_000_000)
  })

  it('has no dependencies', () => {
    const { dependencies = {} } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      dependencies?: object
    }
    expect(Object.keys(dependencies)).toEqual([])
  })

  it('runs no script when it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      scripts: Record<string, string>
    }
    // npm also warns about `prepare` when the package is a file.
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare']
    expect(Object.keys(scripts).filter((name) => atInstall.includes(name))).toEqual([])
  })
})
