import type { OptionRow } from './option-row.ts'
import { sharedOptions, sharedOverrides } from './run-options.ts'

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

/** The options that `mutate` shares with others. */
const sharedWithMutate = [
  'list',
  'time',
  'jobs',
  'timeout',
  'scenario',
  'seed',
  ...sharedOptions,
  'verbose',
] as const

/** All options of `mutate`. */
export const mutateOptions = [
  ...(Object.keys(mutateRows) as (keyof typeof mutateRows)[]),
  ...sharedWithMutate,
]
export type MutateOption = (typeof mutateOptions)[number]

/** The differences of `mutate` from the table of options. */
export const mutateOverrides = {
  ...sharedOverrides,
  list: { summary: 'List the lies, and which of them it meets' },
  time: { summary: 'Time for all runs, such as 60s' },
  timeout: { env: undefined, default: 'auto', summary: 'Time limit of each run' },
  scenario: { env: undefined, summary: 'Scenario to start in: a name or a file' },
  seed: { env: undefined, summary: 'Order of equally bad lies; ids' },
  choice: { env: undefined, summary: 'Fix a choice, as id=value' },
  now: { env: undefined, summary: 'Starting time' },
  'scenarios-dir': { env: undefined, summary: 'More scenarios' },
  verbose: { summary: 'Show the output of each run' },
} as const satisfies Record<string, Partial<OptionRow>>
