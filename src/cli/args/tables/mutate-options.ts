import type { OptionRow } from './option-row.ts'

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
  'known',
  'known-update',
  'time',
  'jobs',
  'timeout',
  'scenario',
  'seed',
  'env',
  'choice',
  'now',
  'scenarios-dir',
  'report',
  'format',
  'json',
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
  timeout: { env: undefined, default: 'auto', summary: 'Time limit of each run' },
  scenario: { env: undefined },
  seed: { env: undefined, summary: 'Order of equally bad lies; ids' },
  json: { env: undefined },
} as const satisfies Record<string, Partial<OptionRow>>
