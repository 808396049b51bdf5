import { resultFormatNames } from '../../../contract/control/answer-forms.ts'
import type { OptionRow } from './option-row.ts'

/** Definitions shared by the commands that run a command again and again. */

/** A run without a time limit: only the user knows how long their suite takes. */
export const NO_TIME_LIMIT = 'none'

/** Options of other commands that they take, in this order. */
export const sharedOptions = [
  'env',
  'choice',
  'now',
  'scenarios-dir',
  'report',
  'format',
  'json',
] as const

/** Their differences from the table of options. */
export const sharedOverrides = {
  env: { summary: 'Set NAME=text; {url}, {key} are replaced' },
  report: { summary: 'Write it to a .txt, .md, .json, .xml or .html' },
  format: { choices: resultFormatNames },
  json: { env: undefined, summary: 'Short for --format json' },
} as const satisfies Record<string, Partial<OptionRow>>
