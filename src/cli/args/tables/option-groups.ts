import { resultFormatNames } from '../../../contract/control/answer-forms.ts'
import type { CommandRow } from './command-row.ts'
import { optionRow, type OptionName } from './options.ts'
import { NO_TIME_LIMIT } from './run-options.ts'
import { startRows } from './start-options.ts'

/** Groups of options: how accounts start, how the server listens, and the additions of each command. */

/** The options of `start`, in the order of their table; `exec` takes them too. */
export const startOptions = Object.keys(startRows) as StartOption[]
export type StartOption = keyof typeof startRows

/** The options that `exec` adds. */
export const execOptions = [
  'env',
  'verify',
  'strict',
  'allow-no-calls',
  'report',
] as const satisfies OptionName[]
export type ExecOption = StartOption | (typeof execOptions)[number]

/** The options that `matrix` and `assumptions` share. */
export const commandRunOptions = [
  'api-key',
  'seed',
  'now',
  'frozen',
  'scale',
  'short-waits',
  'choice',
  'vary',
  'scenarios-dir',
  'max-accounts',
  'max-requests',
  'env',
  'jobs',
  'timeout',
  'report',
  'format',
  'verbose',
] as const satisfies OptionName[]
export type CommandRunOption = (typeof commandRunOptions)[number]

/** How `matrix` and `assumptions` differ from the table of options. */
export const commandRunOverrides = {
  format: { choices: resultFormatNames },
  timeout: {
    group: 'Command',
    env: undefined,
    default: NO_TIME_LIMIT,
    summary: 'Time limit of each run, such as 90s or 5m; a run over it is stopped, then killed',
  },
} as const satisfies CommandRow['overrides']

/** The options with which commands find the running sandbox. */
export const connectionOptions = ['url', 'control-token-file'] as const satisfies OptionName[]
export type ConnectionOption = (typeof connectionOptions)[number]

/** The options of `start` and `exec` as the documentation lists them. @public */
export const documentedOptions = [...startOptions, ...execOptions].map((flag) => {
  const { value, short, env, summary, default: usual, defaultText = usual } = optionRow(flag)
  const isOfExec = execOptions.some((name) => name === flag)
  const meaning = isOfExec ? `${summary} (exec only)` : summary
  return {
    flag,
    ...(value !== undefined && { value }),
    ...(short !== undefined && { short }),
    ...(env !== undefined && { env }),
    summary: defaultText === undefined ? meaning : `${meaning} (default: ${defaultText})`,
  }
})
