import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { docPages, filesLinkedFrom, readPage, userPages } from '../support/doc-pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files that package.json names as a command or an export, under any condition. */
function namedFiles(): string[] {
  const { bin, exports } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
    bin: Values
    exports: Values
  }
  return filesIn({ bin, exports })
}

type Values = string | { [name: string]: Values }

function filesIn(value: Values): string[] {
  if (typeof value === 'string') return [posix.normalize(value)]
  return Object.values(value).flatMap(filesIn)
}

type PackedPackage = { files: { path: string }[]; size: number; unpackedSize: number }

/** Returns the package that npm would publish. */
function pack(): PackedPackage {
  const argv = ['pack', '--dry-run', '--ignore-scripts', '--json']
  const message = execFileSync('npm', argv, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  return (JSON.parse(message) as [PackedPackage])[0]
}

describe('the package', () => {
  const { files, size, unpackedSize } = pack()
  const packed = files.map(({ path }) => path)

  it('contains all files of its exports and commands', () => {
    expect(namedFiles().filter((file) => !packed.includes(file))).toEqual([])
  })

  it('contains nothing else but its scenarios and its documentation', () => {
    const isOther =
      /^(dist\/(dashboard|client|contract|core|hunt|library|scenario)\/.*|dist\/[\w-]+\.(cjs|mjs|d\.ts)|docs\/[\w-]+\.md|docs\/(snippets|tutorial)\/.*|[A-Z]+\.md|scenarios\/\w+\.yaml)$/
    const named = namedFiles()
    const others = packed.filter((file) => !named.includes(file) && !isOther.test(file))
    expect(others.toSorted()).toEqual([
      'Dockerfile',
      'LICENSE',
      'clients/python/README.md',
      'clients/python/build_backend.py',
      'clients/python/pyproject.toml',
      'clients/python/src/alias_sandbox/__init__.py',
      'clients/python/src/alias_sandbox/__main__.py',
      'clients/python/src/alias_sandbox/_account.py',
      'clients/python/src/alias_sandbox/_api.py',
      'clients/python/src/alias_sandbox/_control.py',
      'clients/python/src/alias_sandbox/_etiquette.py',
      'clients/python/src/alias_sandbox/_node.py',
      'clients/python/src/alias_sandbox/_own_sandbox.py',
      'clients/python/src/alias_sandbox/_routes.py',
      'clients/python/src/alias_sandbox/_skipped_waits.py',
      'clients/python/src/alias_sandbox/plugin.py',
      'clients/python/src/alias_sandbox/py.typed',
      'compose.yaml',
      'dist/LICENSES.txt',
      'dist/page.json',
      'dist/sbom.cdx.json',
      'generated/actions.json',
      'generated/facts.json',
      'generated/texts/de.json',
      'generated/texts/en.json',
      'generated/texts/fr.json',
      'generated/texts/ja.json',
      'llms.txt',
      'skill/SKILL.md',
    ])
  })

  it('contains at most 22 pages for people', () => {
    const pages = packed.filter((file) => file.endsWith('.md') && !file.startsWith('skill/'))
    expect(pages.length).toBeLessThanOrEqual(22)
  })

  it('contains every page for users, and all files that its pages link to, except pictures of the dashboard', () => {
    expect(userPages.filter((page) => !packed.includes(page))).toEqual([])
    const links = filesLinkedFrom(docPages.filter((page) => packed.includes(page)))
    expect(links.filter(({ to }) => !packed.includes(to))).toEqual([])
  })

  it('contains all that llms.txt lists, and the skill is short', () => {
    const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
    const links = [...read('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!)
    expect(links.length).toBeGreaterThan(15)
    expect(links.filter((target) => !packed.includes(target))).toEqual([])
    expect(userPages.filter((page) => page !== 'README.md' && !links.includes(page))).toEqual([])
    expect(read('skill/SKILL.md')).toMatch(/^---\nname: alias-sandbox\ndescription: .+\n---\n/)
    expect(read('skill/SKILL.md').split('\n').length).toBeLessThanOrEqual(120)
  })

  it('contains nothing for those who work on it', () => {
    const isForDevelopers = /^(CONTRIBUTING|docs\/(architecture\.md|decisions|development))/
    expect(packed.filter((file) => isForDevelopers.test(file))).toEqual([])
  })

  it('contains no pictures: npm and GitHub show those of the repository', () => {
    expect(packed.filter((file) => /\.(?:png|svg|jpg)$/.test(file))).toEqual([])
  })

  it('takes at most 1.2 MB of the network, and 4 MB of the disk', () => {
    expect(size).toBeLessThanOrEqual(1_200_000)
    expect(unpackedSize).toBeLessThanOrEqual(4_000_000)
  })

  it('names one repository for its source, its issues, its home, the action and links to it', () => {
    const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      repository: { url: string }
      bugs: { url: string }
      homepage: string
    }
    const address = /^git\+(https:.*)\.git$/.exec(manifest.repository.url)?.[1]
    expect(manifest.bugs.url).toBe(`${address}/issues`)
    expect(manifest.homepage).toBe(`${address}#readme`)
    const others = [...docPages, 'llms.txt', 'clients/python/pyproject.toml'].flatMap((page) => [
      ...readPage(page).matchAll(/(?:uses: |https:\/\/github\.com\/)([\w.-]+\/alias-sandbox)\b/g),
    ])
    const names = new Set(others.map(([, name]) => `https://github.com/${name}`))
    expect([...names]).toEqual([address])
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
