import type { Run } from './context.ts'
import { execFlags, startFlags, commandRunFlags } from './option-groups.ts'
import type { OptionName, Options } from './options.ts'

/** Every command. Each is loaded when it is run, so that none pays for what another needs. */
export type CommandRow = {
  name: string
  summary: string
  /** What stands behind the name in help. */
  usage: string
  /** More for its own help. */
  details?: string
  /** How many words it takes, and which the first can be. */
  words: { min: number; max: number; first?: readonly string[] }
  options: readonly OptionName[]
  /** Where its defaults are others than those of the option table. */
  defaults?: Options
  /** Flags that are not its own are arguments of an action. */
  takesArguments?: true
  /** What stands behind `--` is a command to run. */
  takesCommand?: true
  load: () => Promise<Run>
}

const remote = ['url', 'control-token-file', 'json'] as const
const none = { min: 0, max: 0 }

export const commands: readonly CommandRow[] = [
  {
    name: 'start',
    summary: 'Start a sandbox (the command that is meant when none is given)',
    usage: '[scenario...]',
    details:
      'Runs until Ctrl-C. Prints on standard output where it listens, then on a terminal, with --json or with --log each call with the reason for its answer. When standard output or the log cannot be written any more, the sandbox goes on without it. The ready file is removed when the sandbox starts, and again when it ends.',
    words: { min: 0, max: Infinity },
    options: startFlags,
    load: async () => (await import('../commands/start.ts')).runStart,
  },
  {
    name: 'exec',
    summary: 'Run a command against a sandbox of its own, and end as it ended',
    usage: '[options] -- <command> [argument...]',
    details:
      'The command finds ALIAS_SANDBOX_URL and ALIAS_SANDBOX_API_KEY in its environment, and what --env asks for. The sandbox writes to standard error, its log of calls after the command. SIGTERM and SIGHUP are passed on; a command that does not end within 5 seconds, or before a second signal, is killed. Exits as the command did; 4 if it passed but --verify found its etiquette failing; 126 if it could not be run, 127 if it was not found, 128+N if signal N ended it. Beside a report of something that failed, the journal is saved as <file>.journal.json.',
    words: none,
    options: [...startFlags, ...execFlags],
    defaults: { port: 0 },
    takesCommand: true,
    load: async () => (await import('../commands/exec.ts')).runExec,
  },
  {
    name: 'matrix',
    summary: 'Run a command once under each scenario, and compare',
    usage: '[options] -- <command> [argument...]',
    details:
      'Each scenario has a sandbox of its own. Progress, and what the command printed where it failed, go to standard error, the table to standard output. Exits with 0 when every run took place: the table is the result. A signal stops it with 128+N and a table of what was done; a command that does not end within 3 seconds, or before a second signal, is killed.',
    words: none,
    options: ['scenarios', ...commandRunFlags],
    takesCommand: true,
    load: async () => (await import('../commands/matrix.ts')).runMatrix,
  },
  {
    name: 'assumptions',
    summary: 'Find out which assumptions a command depends on',
    usage: '[options] -- <command> [argument...]',
    details:
      'Runs the command twice as a baseline, which must end alike, then once for each likely alternative of a choice. Exits with 0 when every run took place, with 1 when the baseline is not steady. A signal stops it with 128+N, and what was not run is named.',
    words: none,
    options: ['choices', 'scenario', ...commandRunFlags],
    takesCommand: true,
    load: async () => (await import('../commands/assumptions.ts')).runAssumptions,
  },
  {
    name: 'wait',
    summary: 'Wait until a sandbox takes calls',
    usage: '',
    details: 'Exits with 124 if it does not in time.',
    words: none,
    options: ['timeout', ...remote],
    load: async () => (await import('../commands/remote/wait.ts')).runWait,
  },
  {
    name: 'trigger',
    summary: 'Do something to an account: fail a payment, suspend an alias, …',
    usage: '[<action> [<value> | --<argument> value...]]',
    details:
      'Without an action: lists them with their arguments. An action with one argument takes its value as a word: trigger load_scenario past_due. A refusal exits with 1, bad arguments with 2.',
    words: { min: 0, max: 2 },
    options: ['account', ...remote],
    takesArguments: true,
    load: async () => (await import('../commands/remote/trigger.ts')).runTrigger,
  },
  {
    name: 'advance',
    summary: 'Move the clock of an account forward, and tell what happened on the way',
    usage: '<duration|time|burst_reset|utc_midnight|next_event>',
    details: 'A duration is such as 90s, 25h or 1d12h, or a number of seconds; a time is ISO.',
    words: { min: 1, max: 1 },
    options: ['account', ...remote],
    load: async () => (await import('../commands/remote/advance.ts')).runAdvance,
  },
  {
    name: 'requests',
    summary: 'Show the calls that an account received, with the reason for each answer',
    usage: '',
    words: none,
    options: ['follow', 'account', ...remote],
    load: async () => (await import('../commands/remote/requests.ts')).runRequests,
  },
  {
    name: 'report',
    summary: 'Judge the client by its calls: coverage, etiquette, assumptions',
    usage: '',
    words: none,
    options: ['format', 'all', 'account', 'url', 'control-token-file'],
    load: async () => (await import('../commands/remote/report.ts')).runReport,
  },
  {
    name: 'reset',
    summary: 'Put everything back to how it started; with --account, that account only',
    usage: '',
    words: none,
    options: ['account', ...remote],
    load: async () => (await import('../commands/remote/reset.ts')).runReset,
  },
  {
    name: 'state',
    summary: 'Save the whole sandbox to a file, or load it from one',
    usage: '<save|load> <file>',
    words: { min: 2, max: 2, first: ['save', 'load'] },
    options: [...remote],
    load: async () => (await import('../commands/remote/state.ts')).runState,
  },
  {
    name: 'scenarios',
    summary: 'List scenarios, show one, or check scenario files',
    usage: '[list | show <name|file> | check [file...]]',
    details:
      'check says what is wrong where, runs the steps of expect, and exits with 2 if a file fails. Without a file it checks every file of --scenarios-dir.',
    words: { min: 0, max: Infinity, first: ['list', 'show', 'check'] },
    options: ['scenarios-dir', 'json'],
    load: async () => (await import('../commands/scenarios.ts')).runScenarios,
  },
  {
    name: 'choices',
    summary: 'Show what is done where the document is silent, and the alternatives',
    usage: '',
    words: none,
    options: ['json'],
    load: async () => (await import('../commands/choices.ts')).runChoices,
  },
  {
    name: 'init',
    summary: 'Write a scenario file to start from',
    usage: '[file]',
    details: 'The file is alias-sandbox.yaml unless another is named; none is overwritten.',
    words: { min: 0, max: 1 },
    options: [],
    load: async () => (await import('../commands/init.ts')).runInit,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI document of /v1 and of the control API',
    usage: '[all|v1]',
    details: 'v1 is the imitated service alone, which is what a client is generated from.',
    words: { min: 0, max: 1, first: ['all', 'v1'] },
    options: [],
    load: async () => (await import('../commands/openapi.ts')).runOpenapi,
  },
  {
    name: 'completion',
    summary: 'Print what makes a shell complete commands and flags',
    usage: '<bash|zsh|fish>',
    words: { min: 1, max: 1, first: ['bash', 'zsh', 'fish'] },
    options: [],
    load: async () => (await import('./completion.ts')).runCompletion,
  },
]

export const commandNames = commands.map(({ name }) => name)

export function findCommand(name: string): CommandRow | undefined {
  return commands.find((command) => command.name === name)
}

/** The flags that a command takes, those that all take included. */
export function optionsOf(command: CommandRow): OptionName[] {
  return [...command.options, 'help', 'version']
}
