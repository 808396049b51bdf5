import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { builtFile } from '../support/process/fresh-build.js'

// Uses the single files, because a chunk of the bundle does not show which modules it contains.
const BIN = builtFile('build/bin.js')
const LIBRARY = builtFile('build/index.js')

/** The loader writes every imported module to the third stream, one per line. */
const hooks = `import { writeSync } from 'node:fs'
export async function load(url, context, next) { writeSync(3, url + '\\n'); return next(url, context) }`
const register = `import { register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}))`

function modulesOf(argv: readonly string[], program = BIN): string[] {
  const { output } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(register)}`, program, ...argv],
    { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], encoding: 'utf8' },
  )
  return (output[3] ?? '').split('\n').filter((url) => url.startsWith('file:'))
}

const heavy = /node_modules\/(express|valibot|yaml|pure-rand|sorted-btree|cross-spawn)\//

it.each([
  ['--help'],
  ['--version'],
  ['start --help'],
  ['wait --timeout 1ms'],
  ['trigger settle_invoice'],
  ['advance 1s'],
  ['requests'],
  ['inbox'],
  ['reset'],
  ['status'],
  ['save x.json'],
  ['--prot 80'],
])('%s loads nothing that it does not need', (line) => {
  const env = line.startsWith('-') || line.includes('--') ? [] : ['--url', 'http://127.0.0.1:9']
  const modules = modulesOf([...line.split(' '), ...env])
  expect(modules.length).toBeGreaterThan(5)
  expect(modules.filter((url) => heavy.test(url))).toEqual([])
})

it('a shipped scenario starts without the YAML parser, and without Express', () => {
  const modules = modulesOf(['exec', '-q', '--', process.execPath, '-e', ''])
  expect(modules.some((url) => url.includes('node_modules/valibot/'))).toBe(true)
  expect(modules.filter((url) => /node_modules\/(?:yaml|express)\//.test(url))).toEqual([])
})

it('the library loads nothing of the command line', () => {
  const modules = modulesOf([], LIBRARY)
  expect(modules.some((url) => url.includes('node_modules/valibot/'))).toBe(true)
  expect(modules.filter((url) => /node_modules\/yargs\/|\/build\/cli\//.test(url))).toEqual([])
})
