import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

// Each recipe of CONTRIBUTING.md names every file that a new row of its table concerns. Here a row is added to each
// table in a copy of the sources, and the compiler is asked what is missing.

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'alias-sandbox-recipes-'))
afterAll(() => rmSync(copy, { recursive: true }))

/** By the first words of a recipe: the files of its tables, and where a row is added to each. */
const rows: Record<string, [file: string, before: string, row: string][]> = {
  'A fault': [
    [
      'src/contract/faults.ts',
      '  drop_before: {',
      "  new_fault: { summary: 'New.', operations: both, arguments: { new_fault_argument: v.optional(argumentSchemas.new_fault_argument) } },",
    ],
    ['src/contract/faults.ts', '  ms: delayTimes,', '  new_fault_argument: boolean(),'],
    ['src/contract/deliveries.ts', '  send: {', "  new_fault_delivery: { reaches: 'all' },"],
    ['src/contract/deliveries.ts', "  'delay_ms',", "  'new_fault_ms',"],
  ],
  'An action': [
    [
      'src/contract/actions.ts',
      '  rotate_key: {',
      "  new_action: { group: 'key', summary: 'New.', arguments: strictObject({}) },",
    ],
  ],
  'An option': [
    [
      'src/cli/args/tables/start-options.ts',
      "  'max-accounts': integer(",
      "  'new-option': integer('count', 'New', { min: 1, max: 2, default: 1 }),",
    ],
    ['src/contract/settings.ts', '  maxAccounts?: number', '  newOption?: number'],
    [
      'src/contract/settings.ts',
      '  maxAccounts: v.optional',
      '  newOption: v.optional(integer(1, 2), 1),',
    ],
  ],
  'An operation': [
    [
      'src/contract/operations.ts',
      '  /** GET /v1/aliases. */',
      "  new_operation: { method: 'GET', path: `${ALIASES_PATH}/{id}`, success: 'new_operation_done', check: 'request' },",
    ],
  ],
  'A choice': [
    [
      'src/contract/choices/bodies.ts',
      '  unknown_fields: {',
      "  new_choice: { question: 'New?', source: 'New', default: 'a', means: 'a', alternatives: [{ value: 'b', tier: 'L' }] },",
    ],
    ['src/contract/request-shapes.ts', "        'expiry',", "        'new_choice',"],
  ],
  'A reason': [
    ['src/contract/control-errors.ts', '  account_exists: ', "  new_reason: 'new',"],
    ['src/contract/refused-value.ts', '  malformed:\n', "  new_reason: 'new',"],
  ],
  'A rule': [
    [
      'src/report/rules/paging.ts',
      "  {\n    rule: 'stops_at_last_page',",
      "  { rule: 'new_rule', situation: 'listed', title: 'new', source: 'New', expected: 'New.', judge: judgeEnd },",
    ],
  ],
}

copySources()
const asked = askCompiler()

describe.each(Object.entries(rows))('the recipe of %s', (recipe, [...tables]) => {
  const named = filesIn(recipe)
  const own = tables.map(([file]) => file)
  const missing = asked.get(recipe) ?? []

  it('names each file of its tables, and each that the compiler asks for', () => {
    expect(
      [...own, ...missing].filter((file) => !named.some((name) => name.pattern.test(file))),
    ).toEqual([])
  })

  it('names no file that a new row does not need', () => {
    const needed = [...own, ...missing]
    const always = named.filter(({ isAlways }) => isAlways)
    expect(always.filter(({ pattern }) => !needed.some((file) => pattern.test(file)))).toEqual([])
  })
})

it('CONTRIBUTING.md names only files that exist', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const paths = [...page.matchAll(/`((?:src|test|scripts|docs)\/[^`<>*\s]+)`/g)].map(
    ([, path]) => path!,
  )
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

function copySources(): void {
  const parts = readdirSync(root).filter((name) => /^(src|test)$|\.(ts|json)$/.test(name))
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [file, before, row] of Object.values(rows).flat()) {
    const text = readFileSync(join(copy, file), 'utf8')
    expect(text.split(before), `${file} has ${before} once`).toHaveLength(2)
    writeFileSync(join(copy, file), text.replace(before, `${row}\n${before}`))
  }
}

/** The files in which the compiler misses a row, by the recipe of the row. */
function askCompiler(): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const project of ['tsconfig.json', 'src/dashboard/tsconfig.json']) {
    const tsc = join(
      dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))),
      'bin/tsc',
    )
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    expect(stdout).toContain('error TS')
    for (const recipe of Object.keys(rows)) {
      const errors = stdout
        .split(/\n(?=\S)/)
        .filter((error) => isMissing(error, recipe.split(' ')[1]!))
      const files = errors.map((error) => error.slice(0, error.indexOf('(')))
      found.set(recipe, new Set([...(found.get(recipe) ?? []), ...files]))
    }
  }
  return new Map([...found].map(([recipe, files]) => [recipe, [...files]]))
}

/** `src/x.ts(7,3): error TS2741: Property 'new_fault' is missing …`, or a switch without a case for it. */
function isMissing(error: string, kind: string): boolean {
  const name = `new_?${kind}\\w*`
  return new RegExp(
    `Property '${name}' is (missing|optional)|Type '"${name}"' does not satisfy`,
    'i',
  ).test(error)
}

type Named = { pattern: RegExp; isAlways: boolean }

/** The files that a recipe names; some only for some rows. */
function filesIn(recipe: string): Named[] {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const start = page.indexOf(`\n**${recipe}`)
  expect(start, recipe).toBeGreaterThan(0)
  const text = page.slice(start, page.indexOf('\n**', start + 1))
  const steps = text.split(/\n\d+\. /).slice(1)
  return steps.flatMap((step) => {
    const isAlways = step.startsWith('`src/')
    const [first, ...rest] = [...step.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, path]) => ({
      pattern: new RegExp(`^${path!.replaceAll('.', '\\.').replaceAll(/<\w+>/g, '[a-z-]+')}$`),
    }))
    return [
      ...(first ? [{ ...first, isAlways }] : []),
      ...rest.map((each) => ({ ...each, isAlways: false })),
    ]
  })
}
