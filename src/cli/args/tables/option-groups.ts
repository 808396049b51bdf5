import type { CommandRow } from './command-row.ts'
import { optionRow, type OptionName } from './options.ts'
import { NO_TIME_LIMIT } from './command-options.ts'
import { startRows } from './start-options.ts'

/** Groups of options: how accounts start, how the server listens, and the additions of each command. */

/** The options of `start`, in the order of their table; `exec` takes them too. */
export const startOptions = Object.keys(startRows) as StartOption[]
export type StartOption = keyof typeof startRows

/** The options for the runs of `exec --each`. */
export const eachOptions = ['jobs', 'timeout', 'format', 'verbose'] as const satisfies OptionName[]

/** The options that `exec` adds. */
export const execOptions = [
  'env',
  'verify',
  'strict',
  'allow-no-calls',
  'report',
  'each',
  ...eachOptions,
] as const satisfies OptionName[]
export type ExecOption = StartOption | (typeof execOptions)[number]

/** The differences of `exec` from the table of options. */
export const execOverrides: NonNullable<CommandRow['overrides']> = {
  port: { default: 0 },
  log: { defaultText: 'standard error, after the command' },
  quiet: { summary: 'Print only warnings and failures' },
  json: {
    env: undefined,
    summary: 'Print the result as one JSON object; the command then prints to standard error',
  },
  jobs: { summary: 'Number of runs at a time, with --each' },
  timeout: {
    env: undefined,
    default: NO_TIME_LIMIT,
    summary: 'Time limit of each run of --each, such as 90s; a run over it is stopped, then killed',
  },
  format: { summary: 'How --each prints its result' },
  verbose: { summary: 'Show the output of every run of --each, not only of those that fail' },
}

/** The options with which commands find the running sandbox. */
export const connectionOptions = ['url', 'control-token-file'] as const satisfies OptionName[]
export type ConnectionOption = (typeof connectionOptions)[number]

/** The options of the commands that look at an account, be it that of a session. */
export const sourceOptions = [
  'account',
  'file',
  'json',
  ...connectionOptions,
] as const satisfies OptionName[]
export type SourceOption = (typeof sourceOptions)[number]

/** The options of `start` and `exec` as the documentation lists them. @public */
export const documentedOptions = [...startOptions, ...execOptions].map((flag) => {
  const isOfExec = execOptions.some((name) => name === flag)
  const row = { ...optionRow(flag), ...(isOfExec && execOverrides[flag]) }
  const { value, short, env, summary, default: usual, defaultText = usual } = row
  const meaning = isOfExec ? `${summary} (exec only)` : summary
  return {
    flag,
    ...(value !== undefined && { value }),
    ...(short !== undefined && { short }),
    ...(env !== undefined && { env }),
    summary: defaultText === undefined ? meaning : `${meaning} (default: ${defaultText})`,
  }
})
