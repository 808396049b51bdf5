import { optionRow, type OptionName } from './options.ts'

/** Which options go together: how accounts start, how the server listens, what commands add. */

const accountFlags = [
  'scenario',
  'api-key',
  'seed',
  'now',
  'frozen',
  'scale',
  'choice',
  'vary',
  'scenarios-dir',
] as const
const serverFlags = [
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
] as const

/** What `start` takes; `exec` takes these too. */
export const startFlags = [
  ...accountFlags,
  ...serverFlags,
  'open',
  'ready-file',
  'log',
  'json',
  'quiet',
] as const satisfies OptionName[]

/** What `exec` takes beside these. */
export const execFlags = ['env', 'verify', 'report'] as const satisfies OptionName[]

/** What `matrix` and `assumptions` take: how accounts start, and what the command is given. */
export const commandRunFlags = [
  ...accountFlags.filter((flag) => flag !== 'scenario'),
  'max-accounts',
  'max-requests',
  'env',
  'jobs',
  'format',
  'verbose',
] as const satisfies OptionName[]

/** The flags of `start` and `exec` as docs/command-line.md lists them. @public */
export const startOptions = [...startFlags, ...execFlags].map((flag) => {
  const { value, short, env, summary, default: usual } = optionRow(flag)
  const isOfExec = execFlags.some((name) => name === flag)
  const meaning = isOfExec ? `${summary} (exec only)` : summary
  return {
    flag,
    ...(value !== undefined && { value }),
    ...(short !== undefined && { short }),
    ...(env !== undefined && { env }),
    summary: usual === undefined ? meaning : `${meaning} (default: ${usual})`,
  }
})
