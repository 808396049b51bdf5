import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
// @ts-expect-error: a script of the build, without types
import { namedFiles, reachedFiles } from '../../scripts/reached.js'

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

  it('holds all that its exports and commands lead to', () => {
    expect(named.filter((file) => !existsSync(`${root}/${file}`))).toEqual([])
    expect([...reached].filter((file) => !packed.includes(file))).toEqual([])
  })

  it('holds nothing else but its scenarios and what one reads first', () => {
    const unreached = packed.filter((file) => !reached.has(file))
    expect(unreached.filter((file) => !/^scenarios\/\w+\.yaml$/.test(file)).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/LICENSES.txt',
      'dist/dashboard/app.css', // these are read by name when they are needed
      'dist/dashboard/app.js',
      'dist/dashboard/index.html',
      'generated/actions.json',
      'generated/prose.json',
      'generated/scenarios.json',
    ])
  })

  it('brings no other package', () => {
    const { dependencies = {} } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      dependencies?: object
    }
    expect(Object.keys(dependencies)).toEqual([])
  })

  it('runs nothing when it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      scripts: Record<string, string>
    }
    // npm warns of `prepare` too, where the package comes as a file.
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare']
    expect(Object.keys(scripts).filter((name) => atInstall.includes(name))).toEqual([])
  })
})
