import { optionRow, type OptionName } from './options.ts'

/** Which options go together: how accounts start, how the server listens, what commands add. */

const accountOptions = [
  'scenario',
  'api-key',
  'seed',
  'now',
  'frozen',
  'scale',
  'choice',
  'vary',
  'scenarios-dir',
] as const satisfies OptionName[]

const serverOptions = [
  'port',
  'host',
  'allowed-host',
  'control-token-file',
  'db',
  'max-accounts',
  'max-requests',
  'expose-headers',
  'cors-origin',
  'no-ui',
] as const satisfies OptionName[]

/** The options of `start`; `exec` takes them too. */
export const startOptions = [
  ...accountOptions,
  ...serverOptions,
  'open',
  'ready-file',
  'log',
  'json',
  'quiet',
] as const satisfies OptionName[]
export type StartOption = (typeof startOptions)[number]

/** The options that `exec` adds. */
export const execOptions = ['env', 'verify', 'report'] as const satisfies OptionName[]
export type ExecOption = StartOption | (typeof execOptions)[number]

/** The options that `matrix` and `assumptions` share. */
export const commandRunOptions = [
  'api-key',
  'seed',
  'now',
  'frozen',
  'scale',
  'choice',
  'vary',
  'scenarios-dir',
  'max-accounts',
  'max-requests',
  'env',
  'jobs',
  'format',
  'verbose',
] as const satisfies OptionName[]
export type CommandRunOption = (typeof commandRunOptions)[number]

/** How commands find the running sandbox. */
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
