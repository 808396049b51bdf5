import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.split(sep).join('/'))
const textOf = (file: string) => readFileSync(join(src, file), 'utf8')
const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file)

type Import = { from: string; isType: boolean }

function importsOf(file: string): Import[] {
  const statements = textOf(file).matchAll(
    /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/gms,
  )
  return [...statements].map(([, type, from, lazy]) => ({
    from: from ?? lazy ?? '',
    isType: type !== undefined,
  }))
}

/** Which rooms a room may import from; npm packages and Node's modules are told apart below. */
const mayImport: Record<string, readonly string[]> = {
  text: ['text'],
  contract: ['contract', 'text'],
  core: ['core', 'contract', 'text', 'contain.ts'],
  'report-formats': ['report-formats', 'core', 'text'],
  scenario: ['scenario', 'core', 'contract', 'text', 'package-files.ts', 'regular-file.ts'],
  store: ['store', 'core', 'contract', 'regular-file.ts'],
  http: ['http', 'core', 'report-formats', 'contract', 'text', 'contain.ts', 'package-files.ts'],
  client: ['client', 'text'],
  dashboard: ['dashboard', 'client', 'text'],
  'contain.ts': [],
  'package-files.ts': [],
  'regular-file.ts': [],
  'version.ts': ['package-files.ts'],
  'start.ts': ['store', 'http', 'scenario', 'core', 'contract', 'contain.ts', 'version.ts'],
  cli: [
    'cli',
    'client',
    'start.ts',
    'version.ts',
    'package-files.ts',
    'regular-file.ts',
    'store',
    'http',
    'scenario',
    'core',
    'report-formats',
    'contract',
    'contain.ts',
    'text',
  ],
  'bin.ts': ['cli'],
  library: [
    'library',
    'client',
    'start.ts',
    'store',
    'http',
    'scenario',
    'core',
    'contract',
    'text',
  ],
  'client.ts': ['client'],
  'index.ts': ['library', 'client.ts'],
  'vitest.ts': ['client'],
  'vitest-setup.ts': ['library'],
  'jest.ts': ['library'],
}

const packages: Record<string, readonly string[]> = {
  text: [],
  contract: ['valibot', 'fastest-levenshtein', 'parse-duration'],
  core: [
    'pure-rand/distribution/uniformInt',
    'pure-rand/generator/xoroshiro128plus',
    'sorted-btree',
    'tinyqueue',
  ],
  client: [],
  dashboard: ['preact', 'preact/hooks', '@preact/signals'],
  'client.ts': [],
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
      const target = relative(src, join(src, file, '..', from))
        .split(sep)
        .join('/')
      if (room.startsWith('client') && isType) continue
      expect(mayImport[room], `${file} imports ${target}`).toContain(roomOf(target))
    }
  })

  it.each(files)('%s is small', (file) => {
    expect(textOf(file).split('\n').length).toBeLessThanOrEqual(301)
  })

  it('read the machine’s clock in one place, and chance nowhere', () => {
    const seams = files.filter((file) =>
      /\bDate\.now\(|new Date\(\)|Math\.random\(/.test(textOf(file)),
    )
    expect(seams).toEqual(['start.ts'])
  })
})
