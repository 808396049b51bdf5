import { flag, integer, list, number, text, type OptionRow } from './option-row.ts'

/** The options that only `explore` has. */
export const exploreRows = {
  runs: integer('count', 'Number of scenarios', { min: 1, max: 1_000_000, default: 1_000 }),
  only: list('kind', 'Only these kinds; --list lists them'),
  without: list('kind', 'All kinds but these'),
  patience: text('tries, duration', 'When it may give up', { default: '3 tries, 2m' }),
  'expect-output': text('command', 'Checks what the command printed'),
  repeat: text('scenario|folder', 'Run in this scenario, or in those of a folder, and in no other'),
  flaky: text('fail|note', 'What only some repeats show', {
    choices: ['note', 'fail'],
    default: 'note',
  }),
  save: text('folder', 'Write each problem to this folder'),
} as const satisfies Record<string, OptionRow>

/** The options that only `mutate` has. */
export const mutateRows = {
  lies: text('a,b', 'Lies to try; a* means all that begin with a', { defaultText: 'all it meets' }),
  equivalent: text('a,b', 'Lies that your client cannot notice'),
  'one-per-class': flag('One lie of each class first, then the others'),
  break: number('percent', 'Exit with 6 if the score is below this', { min: 0, max: 100 }),
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
