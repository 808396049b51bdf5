import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tableRows } from './support/markdown-table.ts'

const src = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => file.split(sep).join('/'))
const textOf = (file: string) => readFileSync(join(src, file), 'utf8')

type Import = { from: string; isType: boolean; isLazy: boolean }

function importsOf(file: string): Import[] {
  const statements = textOf(file).matchAll(
    /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/gms,
  )
  return [...statements].map(([, type, from, lazy]) => ({
    from: from ?? lazy ?? '',
    isType: type !== undefined,
    isLazy: lazy !== undefined,
  }))
}

const targetOf = (file: string, from: string) =>
  relative(src, join(src, file, '..', from))
    .split(sep)
    .join('/')

/** The table of docs/architecture.md: each folder, and what it imports of the folder that contains both. */
const layers = tableRows('docs/architecture.md', 'folder | what it contains | imports').map(
  ([folder = '', , imports = '']) => ({
    folder: folder.slice('`src/'.length, -'/`'.length),
    imports: imports === 'nothing' ? [] : imports.split(', '),
  }),
)

/** An import between two folders of one folder, or from a folder to a file beside it. */
type Crossing = { folder: string; target: string; statement: string }

/** Files directly in a folder stand on top of its folders. */
function crossingOf(file: string, target: string): Crossing | undefined {
  const [path, other] = [file.split('/'), target.split('/')]
  const at = path.findIndex((name, index) => name !== other[index])
  if (other[0] === '..') return undefined // data that the build generates
  if (at < 0 || at === path.length - 1) return undefined
  return {
    folder: path.slice(0, at + 1).join('/'),
    target: other[at]!,
    statement: `${file} imports ${target}`,
  }
}

/** The tables of commands name each command, and load only the one that is run. */
const COMMAND_TABLES = /^cli\/args\/tables\/(?:\w+-)?commands\.ts$/

const crossings = files.flatMap((file) =>
  importsOf(file)
    .filter(({ from, isLazy }) => from.startsWith('.') && !(isLazy && COMMAND_TABLES.test(file)))
    .flatMap(({ from }) => crossingOf(file, targetOf(file, from)) ?? []),
)

/** The npm packages and modules of Node that a folder may import; a folder that is not here may import any. */
const packages: Record<string, readonly string[]> = {
  text: [],
  contract: ['valibot', 'fastest-levenshtein', 'parse-duration'],
  words: [],
  mail: ['postal-mime'],
  core: [
    'pure-rand/distribution/uniformInt',
    'pure-rand/generator/xoroshiro128plus',
    'sorted-btree',
    'tinyqueue',
  ],
  report: [],
  results: [],
  history: ['valibot'],
  client: ['node:http'],
  dashboard: ['preact', 'preact/hooks', '@preact/signals'],
  'hunt/explore': ['fast-check'],
}

describe('the layers', () => {
  it.each(layers)('$folder imports what its row in docs/architecture.md says', (row) => {
    const found = crossings.filter(({ folder }) => folder === row.folder)
    const upwards = found.filter(({ target }) => !row.imports.includes(target))
    expect(upwards.map(({ statement }) => statement)).toEqual([])
    expect(new Set(row.imports)).toEqual(new Set(found.map(({ target }) => target)))
  })

  it('have a row for each folder, whose imports stand in rows above it', () => {
    const divided = new Set(layers.map(({ folder }) => folder.replace(/(?:^|\/)[^/]*$/, '')))
    const folders = files.map((file) => file.split('/').slice(0, -1))
    const asked = folders.flatMap((path) =>
      path
        .map((_name, at) => path.slice(0, at + 1))
        .filter((each) => divided.has(each.slice(0, -1).join('/'))),
    )
    expect(layers.map(({ folder }) => folder)).toEqual(
      expect.arrayContaining(asked.map((each) => each.join('/'))),
    )
    for (const [at, { folder, imports }] of layers.entries()) {
      const parent = folder.slice(0, folder.lastIndexOf('/') + 1)
      const above = layers.slice(0, at).map((row) => row.folder)
      const folders = imports.filter((name) => !name.endsWith('.ts')).map((name) => parent + name)
      expect(above, `above ${folder}`).toEqual(expect.arrayContaining(folders))
    }
  })

  it('are those of the diagram in docs/architecture.md, where an arrow allows all below', () => {
    const page = readFileSync(join(src, '../docs/architecture.md'), 'utf8')
    const arrows = [...page.matchAll(/^ +(\w+)(?:\[.*?\])? --> (\w+)/gm)]
    const below = (folder: string): string[] =>
      arrows.filter(([, from]) => from === folder).flatMap(([, , to = '']) => [to, ...below(to)])
    const top = layers.filter(({ folder }) => !folder.includes('/'))
    for (const { folder, imports } of top) {
      expect(below(folder), `below ${folder}`).toEqual(expect.arrayContaining(imports))
    }
    for (const [, from = '', to] of arrows) {
      expect(layers.find(({ folder }) => folder === from)?.imports, `${from} --> ${to}`).toContain(
        to,
      )
    }
  })

  it('the root of the sources has the entries of the package, and nothing else', () => {
    const { exports } = JSON.parse(readFileSync(join(src, '../package.json'), 'utf8')) as {
      exports: Record<string, unknown>
    }
    const entries = Object.keys(exports)
      .filter((name) => !name.endsWith('.json'))
      .map((name) => `${name.slice(2).replaceAll('/', '-') || 'index'}.ts`)
    const root = files.filter((file) => !file.includes('/'))
    expect(new Set(root)).toEqual(new Set([...entries, 'bin.ts']))
  })

  it.each(Object.keys(packages))('%s imports no other packages', (folder) => {
    const imported = files
      .filter((file) => file.startsWith(`${folder}/`))
      .flatMap((file) => importsOf(file))
      .filter(({ from }) => !from.startsWith('.'))
      .map(({ from }) => from)
    expect(packages[folder]).toEqual(expect.arrayContaining(imported))
  })

  it('no file leads back to itself by its imports, not even by types or when they are needed', () => {
    const targets = new Map(
      files.map((file) => [
        file,
        importsOf(file)
          .filter(({ from }) => from.startsWith('.'))
          .map(({ from }) => targetOf(file, from)),
      ]),
    )
    const done = new Set<string>()
    const circleFrom = (file: string, path: readonly string[]): readonly string[] => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
      if (done.has(file)) return []
      for (const target of targets.get(file) ?? []) {
        const circle = circleFrom(target, [...path, file])
        if (circle.length > 0) return circle
      }
      done.add(file)
      return []
    }
    for (const file of files) expect(circleFrom(file, [])).toEqual([])
  })

  it('what a page contains imports neither Node nor what sends requests', () => {
    const contained = new Set<string>()
    const add = (file: string) => {
      if (contained.has(file)) return
      contained.add(file)
      for (const { from, isType } of importsOf(file)) {
        if (isType) continue
        if (from.startsWith('.')) add(targetOf(file, from))
        else expect(from, file).not.toMatch(/^(?:node:|express|@faker-js|lowdb|yargs)/)
      }
    }
    // A port's dashboard shares the script; it alone sends requests, which the policy of a page forbids.
    contained.add('dashboard/open-dashboard.tsx')
    add('page/main.tsx')
    contained.delete('dashboard/open-dashboard.tsx')
    expect(contained.size).toBeGreaterThan(300)
    for (const file of contained) {
      const code = textOf(file).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
      const sends =
        /(?<![.\w])(?:fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|process\.|Buffer\b)/
      const quoted = code.replaceAll(/`[^`]*`|'[^']*'/g, "''")
      expect(sends.exec(quoted)?.[0], file).toBeUndefined()
    }
  })

  it('read the machine’s clock in one place, and chance nowhere', () => {
    const seams = files.filter((file) =>
      /\bDate\.now\(|new Date\(\)|Math\.random\(/.test(textOf(file)),
    )
    // The first reads the clock that a test tool has faked.
    expect(seams).toEqual(['client/fake-timers.ts', 'node/machine-clock.ts'])
  })

  it('let a sandbox have timers of its own, which no test of a client fakes', () => {
    const ofSandbox = /^(?:control|hunt|library\/explore|node)\//
    const faked = files.filter((file) => {
      if (!ofSandbox.test(file)) return false
      const used = textOf(file).match(
        /(?<![.\w])(?:set|clear)(?:Timeout|Interval|Immediate)(?=\()/g,
      )
      const own = importsOf(file).some(({ from }) => from.endsWith('/real-timers.ts'))
      return used !== null && !own
    })
    expect(faked).toEqual([])
  })
})
