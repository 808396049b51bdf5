import type { OptionRow } from './option-row.ts'

/** The options that only `mutate` has. */
export const mutateRows = {
  lies: {
    type: 'string',
    group: 'Command',
    value: 'a,b',
    defaultText: 'all it meets',
    summary: 'Lies to try; a* means all that begin with a',
  },
  equivalent: {
    type: 'string',
    group: 'Command',
    value: 'a,b',
    summary: 'Lies that your client cannot notice',
  },
  sample: {
    type: 'string',
    group: 'Command',
    value: 'sample',
    summary: 'one-per-class: one lie of each class first, then the others',
  },
  break: {
    type: 'number',
    group: 'Command',
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
  'env',
  'choice',
  'now',
  'scenarios-dir',
  'report',
  'format',
  'verbose',
] as const

/** All options of `mutate`. */
export const mutateOptions = [
  ...(Object.keys(mutateRows) as (keyof typeof mutateRows)[]),
  ...sharedWithMutate,
]
export type MutateOption = (typeof mutateOptions)[number]

/** All of them under one heading: they fit on a screen then. */
const group = 'Command'

/** How `mutate` differs from the table of options. */
export const mutateOverrides = {
  list: { group, summary: 'List the lies, and which of them it meets' },
  time: { summary: 'Time for all runs, such as 60s' },
  timeout: { group, env: undefined, default: 'auto', summary: 'Time limit of each run' },
  scenario: { group, env: undefined, summary: 'Scenario to start in: a name or a file' },
  seed: { group, env: undefined, summary: 'Order of equally bad lies; ids' },
  env: { summary: 'Set NAME=text; {url}, {key} are replaced' },
  choice: { group, env: undefined, summary: 'Fix a choice, as id=value' },
  now: { group, env: undefined, summary: 'Starting time' },
  'scenarios-dir': { group, env: undefined, summary: 'More scenarios' },
  report: { group, summary: 'Write it to a .txt, .md, .json, .xml or .html' },
  format: { group, choices: undefined, summary: 'text, json, markdown or junit' },
  verbose: { group, summary: 'Show the output of each run' },
  help: { group },
  version: { group },
} as const satisfies Record<string, Partial<OptionRow>>
