import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.split(sep).join('/'))
const textOf = (file: string) => readFileSync(join(src, file), 'utf8')

/** Folders whose folders are the rooms: `hunt/explore`. */
const wings = ['history', 'hunt', 'page']

function roomOf(file: string): string {
  const [folder, inner] = file.split('/')
  return wings.includes(folder!) ? `${folder}/${inner}` : folder!
}

const innerRoomOf = (file: string) => file.split('/').slice(1, -1)[0]
const resolved = (file: string, from: string) =>
  relative(src, join(src, file, '..', from))
    .split(sep)
    .join('/')

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

/** Which rooms a room may import from; npm packages and Node's modules are told apart below. */
const mayImport: Record<string, readonly string[]> = {
  text: ['text'],
  contract: ['contract', 'text'],
  words: ['words', 'contract', 'text'],
  core: ['core', 'mail', 'words', 'contract', 'text', 'contain.ts'],
  mail: ['mail', 'contract', 'text'],
  smtp: ['smtp', 'derived', 'core', 'words', 'contract', 'text', 'contain.ts', 'real-timers.ts'],
  results: ['results', 'core', 'words', 'contract', 'text'],
  'hunt/mutate': ['hunt/mutate', 'core', 'contract'],
  'history/file': ['history/file', 'core', 'words', 'contract', 'text'],
  'history/export': [
    'history/export',
    'history/file',
    'scenario',
    'core',
    'words',
    'contract',
    'text',
  ],
  derived: [
    'derived',
    'real-timers.ts',
    'history/file',
    'history/export',
    'scenario',
    'core',
    'mail',
    'contract',
    'text',
    'package-files.ts',
    'real-timers.ts',
    'write-page.ts',
  ],
  'worker.ts': ['derived'],
  'hunt/explore': [
    'hunt/explore',
    'results',
    'scenario',
    'core',
    'words',
    'contract',
    'text',
    'real-timers.ts',
  ],
  scenario: ['scenario', 'core', 'contract', 'text', 'package-files.ts', 'regular-file.ts'],
  store: ['store', 'core', 'contract', 'process-table.ts', 'real-timers.ts', 'regular-file.ts'],
  http: [
    'http',
    'derived',
    'core',
    'history/file',
    'results',
    'contract',
    'text',
    'contain.ts',
    'package-files.ts',
    'process-table.ts',
    'real-timers.ts',
  ],
  client: ['client', 'text', 'http-fetch.ts', 'load-skip-waits.ts'],
  dashboard: ['dashboard', 'client', 'words', 'contract', 'text'],
  'page/file': ['page/file', 'results', 'core', 'words', 'contract', 'text'],
  'page/service': [
    'page/service',
    'page/file',
    'http',
    'derived',
    'history/file',
    'client',
    'core',
    'contract',
  ],
  'page/app': [
    'page/app',
    'page/service',
    'page/file',
    'dashboard',
    'client',
    'history/file',
    'history/export',
    'core',
    'words',
    'contract',
    'text',
  ],
  'write-page.ts': [
    'page/file',
    'results',
    'history/file',
    'scenario',
    'core',
    'contract',
    'package-files.ts',
    'version.ts',
  ],
  'contain.ts': [],
  'http-fetch.ts': ['client'],
  'load-skip-waits.ts': ['client'],
  'package-files.ts': [],
  'process-table.ts': [],
  'real-timers.ts': [],
  'regular-file.ts': [],
  'version.ts': ['package-files.ts'],
  'whole-file.ts': [],
  'start.ts': [
    'text',
    'smtp',
    'store',
    'http',
    'derived',
    'scenario',
    'core',
    'contract',
    'contain.ts',
    'version.ts',
  ],
  cli: [
    'cli',
    'client',
    'start.ts',
    'version.ts',
    'package-files.ts',
    'write-page.ts',
    'http-fetch.ts',
    'process-table.ts',
    'regular-file.ts',
    'whole-file.ts',
    'store',
    'http',
    'scenario',
    'core',
    'history/file',
    'history/export',
    'results',
    'hunt/explore',
    'hunt/mutate',
    'words',
    'contract',
    'contain.ts',
    'text',
  ],
  'bin.ts': ['cli'],
  library: [
    'library',
    'client',
    'http-fetch.ts',
    'real-timers.ts',
    'load-skip-waits.ts',
    'start.ts',
    'hunt/explore',
    'results',
    'store',
    'http',
    'scenario',
    'core',
    'words',
    'contract',
    'text',
  ],
  'client.ts': ['client'],
  'index.ts': ['library', 'client.ts'],
  'vitest.ts': ['client', 'client.ts', 'failure-page.ts'],
  'playwright.ts': ['client', 'failure-page.ts'],
  'jest-environment.ts': ['client', 'failure-page.ts'],
  'failure-page.ts': ['client', 'whole-file.ts'],
  'vitest-setup.ts': ['library'],
  'jest.ts': ['library'],
  'jest-teardown.ts': ['library'],
}

/** Inside the large folders: which rooms a room may import from, beside itself. The files in none are on top. */
const insideRooms: Record<string, Record<string, readonly string[]>> = {
  core: {
    sizes: [],
    clock: [],
    random: [],
    aliases: ['sizes', 'random'],
    record: ['sizes'],
    account: ['record', 'aliases', 'sizes', 'clock', 'random'],
    calls: ['account', 'record', 'aliases', 'sizes', 'clock', 'random'],
    actions: ['calls', 'account', 'record', 'aliases', 'sizes', 'clock', 'random'],
    replay: ['sizes', 'actions', 'calls', 'account', 'record', 'aliases', 'clock', 'random'],
    inbox: ['actions', 'account', 'sizes', 'record', 'clock'],
    views: ['replay', 'aliases', 'calls', 'account', 'record', 'clock'],
    report: ['views', 'calls', 'record', 'clock'],
  },
  http: {
    server: [],
    v1: ['server'],
    control: ['v1', 'server'],
  },
  cli: {
    output: [],
    args: ['output'],
    log: ['args', 'output'],
    sandbox: ['log', 'args', 'output'],
    child: ['sandbox', 'args', 'output'],
    commands: ['child', 'sandbox', 'log', 'args', 'output'],
  },
  dashboard: {
    labels: [],
    state: ['labels'],
    components: ['state', 'labels'],
    screens: ['components', 'state', 'labels'],
  },
}

/** The tables of commands name each command, and load only the one that is run. */
const COMMAND_TABLES = /^cli\/args\/tables\/(?:history-|run-)?commands\.ts$/

const packages: Record<string, readonly string[]> = {
  text: [],
  contract: ['valibot', 'fastest-levenshtein', 'parse-duration'],
  core: [
    'pure-rand/distribution/uniformInt',
    'pure-rand/generator/xoroshiro128plus',
    'sorted-btree',
    'tinyqueue',
  ],
  mail: ['postal-mime'],
  smtp: ['node:events', 'node:net', 'smtp-server'],
  'hunt/explore': ['fast-check'],
  client: [],
  dashboard: ['preact', 'preact/hooks', '@preact/signals'],
  'client.ts': [],
}

/** Names in a diagram have no dash and no slash. */
function roomIn(name: string): string {
  if (name === 'start') return 'start.ts'
  const wing = wings.find((each) => name.startsWith(`${each}_`))
  return (wing ? name.replace('_', '/') : name).replaceAll('_', '-')
}

describe('the layers', () => {
  it.each(files)('%s imports only what stands above it', (file) => {
    const room = roomOf(file)
    expect(Object.keys(mayImport)).toContain(room)
    for (const { from, isType } of importsOf(file)) {
      if (!from.startsWith('.')) {
        if (packages[room]) expect(packages[room], from).toContain(from)
        continue
      }
      const target = resolved(file, from)
      if (room.startsWith('client') && isType) continue
      expect(mayImport[room], `${file} imports ${target}`).toContain(roomOf(target))
    }
  })

  it('are those of the diagram in docs/architecture.md, where an arrow allows all below', () => {
    const page = readFileSync(join(src, '../docs/architecture.md'), 'utf8')
    const arrows = [...page.matchAll(/^ +(\w+)(?:\[.*?\])? --> (\w+)/gm)].map(([, from, to]) => ({
      from: roomIn(from!),
      to: roomIn(to!),
    }))
    const below = (room: string): string[] =>
      arrows.filter(({ from }) => from === room).flatMap(({ to }) => [to, ...below(to)])
    const rooms = Object.keys(mayImport).filter((room) => room === 'start.ts' || !/\./.test(room))
    expect(new Set(arrows.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(rooms))
    for (const room of rooms) {
      const allowed = mayImport[room]!.filter((each) => each !== room && rooms.includes(each))
      expect(below(room), `below ${room}`).toEqual(expect.arrayContaining(allowed))
    }
    for (const { from, to } of arrows) expect(mayImport[from], `${from} → ${to}`).toContain(to)
  })

  it.each(Object.entries(insideRooms))('%s has these rooms and no others', (folder, rooms) => {
    const found = files.filter((file) => roomOf(file) === folder && innerRoomOf(file) !== undefined)
    expect(new Set(found.map(innerRoomOf))).toEqual(new Set(Object.keys(rooms)))
  })

  const inRooms = files.filter((file) => insideRooms[roomOf(file)] && innerRoomOf(file))
  it.each(inRooms)('%s imports only from rooms below its own', (file) => {
    const folder = roomOf(file)
    const own = innerRoomOf(file)!
    const allowed = [own, ...insideRooms[folder]![own]!]
    for (const { from, isLazy } of importsOf(file)) {
      const target = from.startsWith('.') ? resolved(file, from) : ''
      if (roomOf(target) !== folder || (isLazy && COMMAND_TABLES.test(file))) continue
      expect(allowed, `${file} imports ${target}`).toContain(innerRoomOf(target))
    }
  })

  it('no file leads back to itself by its imports, not even by types or when they are needed', () => {
    const targets = new Map(
      files.map((file) => [
        file,
        importsOf(file)
          .filter(({ from }) => from.startsWith('.'))
          .map(({ from }) => resolved(file, from)),
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
        if (from.startsWith('.')) add(resolved(file, from))
        else expect(from, file).not.toMatch(/^(?:node:|express|@faker-js|lowdb|yargs)/)
      }
    }
    add('page/app/main.tsx')
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
    expect(seams).toEqual(['client/fake-timers.ts', 'http/server/machine-clock.ts'])
  })

  it('let a sandbox have timers of its own, which no test of a client fakes', () => {
    const ofSandbox = /^(?:derived|http|hunt|library\/explore|smtp|store)\//
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
