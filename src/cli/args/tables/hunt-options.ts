import type { OptionRow } from './option-row.ts'

/** The options that only `explore` has. */
export const exploreRows = {
  runs: {
    type: 'integer',
    value: 'count',
    min: 1,
    max: 1_000_000,
    default: 1_000,
    summary: 'Number of scenarios',
  },
  only: {
    type: 'list',
    value: 'kind',
    summary: 'Only these kinds; --list lists them',
  },
  without: { type: 'list', value: 'kind', summary: 'All kinds but these' },
  patience: {
    type: 'string',
    value: 'tries, duration',
    default: '3 tries, 2m',
    summary: 'When it may give up',
  },
  'expect-output': {
    type: 'string',
    value: 'command',
    summary: 'Checks what the command printed',
  },
  repeat: {
    type: 'string',
    value: 'scenario|folder',
    summary: 'Run in this scenario, or in those of a folder, and in no other',
  },
  flaky: {
    type: 'string',
    value: 'fail|note',
    choices: ['note', 'fail'],
    default: 'note',
    summary: 'What only some repeats show',
  },
  save: {
    type: 'string',
    value: 'folder',
    summary: 'Write each problem to this folder',
  },
} as const satisfies Record<string, OptionRow>

/** The options that only `mutate` has. */
export const mutateRows = {
  lies: {
    type: 'string',
    value: 'a,b',
    defaultText: 'all it meets',
    summary: 'Lies to try; a* means all that begin with a',
  },
  equivalent: {
    type: 'string',
    value: 'a,b',
    summary: 'Lies that your client cannot notice',
  },
  'one-per-class': {
    type: 'boolean',
    summary: 'One lie of each class first, then the others',
  },
  break: {
    type: 'number',
    value: 'percent',
    min: 0,
    max: 100,
    summary: 'Exit with 6 if the score is below this',
  },
} as const satisfies Record<string, OptionRow>

/** The options of both, which other commands have, too. */
const shared = [
  'list',
  'known',
  'known-update',
  'time',
  'seed',
  'jobs',
  'env',
  'choice',
  'now',
  'scenarios-dir',
  'report',
  'format',
  'json',
  'verbose',
] as const

const namesOf = <Rows extends object>(rows: Rows) => Object.keys(rows) as (keyof Rows)[]

export const exploreOptions = [...namesOf(exploreRows), 'scenarios', ...shared] as const
export type ExploreOption = (typeof exploreOptions)[number]

export const mutateOptions = [...namesOf(mutateRows), 'timeout', 'scenario', ...shared] as const
export type MutateOption = (typeof mutateOptions)[number]

/** The differences from the table of options. */
export const exploreOverrides = {
  time: { default: '60s', summary: 'How long to look' },
  list: { summary: 'List the kinds of problems and troubles' },
  scenarios: { defaultText: 'all that help', default: 'all', summary: 'Start only in these' },
  seed: { env: undefined, summary: 'Decides the scenarios' },
  jobs: { default: 20, max: 20, summary: 'Clients at a time' },
  json: { env: undefined },
  verbose: { summary: 'Show each run' },
} as const satisfies Record<string, Partial<OptionRow>>

export const mutateOverrides = {
  timeout: { env: undefined, default: 'auto', summary: 'Time limit of each run' },
  scenario: { env: undefined },
  seed: { env: undefined, summary: 'Order of equally bad lies; ids' },
  json: { env: undefined },
} as const satisfies Record<string, Partial<OptionRow>>
