import { resultFormatNames } from '../../../contract/control/answer-forms.ts'
import { command, type CommandRow } from './command-row.ts'
import { historyCommands } from './history-commands.ts'
import { connectionOptions, startOptions } from './option-groups.ts'
import { bugFormats } from './save-formats.ts'
import { runCommands } from './run-commands.ts'

const noWords = { min: 0, max: 0 }

/** All commands. Each is loaded only when it runs, so that no command pays for the imports of another. */
export const commands: readonly CommandRow[] = [
  command({
    name: 'start',
    group: 'Run it',
    summary: 'Start a sandbox (the default command)',
    usage: ['[start] [scenario...] [options]'],
    details:
      'Runs until Ctrl-C. Prints the address first; then, on a terminal, with --json or with --log, one line per call with the reason for its response.',
    examples: [
      '--scenario past_due',
      'start pro --port 0 --json',
      '--db state.json --log calls.log',
    ],
    words: { min: 0, max: Infinity },
    options: startOptions,
    load: async () => (await import('../../commands/start.ts')).runStart,
  }),
  ...runCommands,
  command({
    name: 'wait',
    group: 'Run it',
    summary: 'Wait until a sandbox is ready',
    usage: ['wait [options]'],
    details: 'Exit code: 0 if the sandbox is ready; 124 if it is not ready in time.',
    examples: ['wait --timeout 30s', 'wait --url http://127.0.0.1:8080'],
    words: noWords,
    options: ['timeout', 'json', ...connectionOptions],
    load: async () => (await import('../../commands/remote/wait.ts')).runWait,
  }),
  command({
    name: 'trigger',
    group: 'Drive it',
    summary: 'Run an action on an account, such as settle_invoice',
    usage: ['trigger <action> [value] [--<argument> <value>...]', 'trigger --list'],
    details:
      '--list shows all actions with their arguments, without a sandbox. If an action has a single argument, or a single required one, its value may follow the action without a flag. An argument can also be written as name=value, as json must be: --json asks for JSON output. Objects and lists are written as JSON.\n\nExit code: 1 if the sandbox refuses the action; 2 if an argument is wrong.',
    examples: [
      'trigger settle_invoice',
      'trigger load_scenario past_due',
      'trigger arm_fault --kind outage --times 2',
      `trigger arm_fault kind=answer status=418 json='{"a":1}'`,
      'trigger set_choices page_size=10',
    ],
    words: { min: 0, max: 2 },
    options: ['list', 'account', 'json', ...connectionOptions],
    overrides: { list: { group: 'General', summary: 'List the actions and their arguments' } },
    takesActionArgs: true,
    load: async () => (await import('../../commands/remote/trigger.ts')).runTrigger,
  }),
  command({
    name: 'advance',
    group: 'Drive it',
    summary: 'Move the clock of an account forward',
    usage: ['advance <duration|time|burst_reset|utc_midnight|next_event> [options]'],
    details:
      'A duration is 90s, 25h or 1d12h, or a number of seconds; a time is ISO 8601. Prints the events that happened on the way.',
    examples: ['advance 25h', 'advance utc_midnight', 'advance 2026-03-01T12:00:00Z'],
    words: { min: 1, max: 1 },
    options: ['account', 'json', ...connectionOptions],
    load: async () => (await import('../../commands/remote/advance.ts')).runAdvance,
  }),
  command({
    name: 'requests',
    group: 'Look at it',
    summary: 'Show the calls of an account and the reason for each answer',
    usage: ['requests [options]'],
    examples: [
      'requests --follow',
      'requests --account pro --json',
      'requests --body label=shop',
      'requests --all',
    ],
    words: noWords,
    options: ['follow', 'body', 'header', 'query', 'all', 'account', 'json', ...connectionOptions],
    overrides: {
      all: { summary: 'Show the actions between the calls too' },
      json: { summary: 'Print one JSON object per call' },
    },
    load: async () => (await import('../../commands/remote/requests.ts')).runRequests,
  }),
  command({
    name: 'inbox',
    group: 'Look at it',
    summary: 'Show the mails that were forwarded to the owner of an account',
    usage: ['inbox [options]'],
    details:
      'Shows each mail with its codes and links, oldest first; --json has its text too.\n\nExit code: 124 if --wait sees no mail in time; the message says what came instead, and why other mails did not arrive.',
    examples: [
      'inbox',
      'inbox --wait --to shop@alias-sandbox.example',
      'inbox --wait --json --after mail_3',
    ],
    words: noWords,
    options: ['wait', 'timeout', 'to', 'text', 'after', 'account', 'json', ...connectionOptions],
    overrides: {
      timeout: { summary: 'How long --wait waits in real time, such as 500ms, 10s or 2m' },
      json: { summary: 'Print one JSON object per mail' },
    },
    load: async () => (await import('../../commands/remote/inbox.ts')).runInbox,
  }),
  ...historyCommands,
  command({
    name: 'report',
    group: 'Look at it',
    summary: 'Judge the client: what it covered, and the rules it broke',
    usage: ['report [options]'],
    details:
      'Exit code: 4 with --strict, if a rule of etiquette failed; otherwise 0, whatever it says.',
    examples: [
      'report',
      'report --all --format junit > report.xml',
      'report --bug req_12 > bug.md',
      'report --bug req_12 --as html > bug.html',
    ],
    words: noWords,
    options: ['format', 'strict', 'all', 'bug', 'as', 'account', ...connectionOptions],
    overrides: {
      format: { choices: resultFormatNames },
      as: {
        choices: bugFormats,
        default: 'markdown',
        summary: 'What --bug writes: Markdown for an issue, or a page',
      },
    },
    load: async () => (await import('../../commands/remote/report.ts')).runReport,
  }),
  command({
    name: 'reset',
    group: 'Drive it',
    summary: 'Restore the sandbox, or one account, to its initial state',
    usage: ['reset [options]'],
    examples: ['reset', 'reset --account pro'],
    words: noWords,
    options: ['account', 'json', ...connectionOptions],
    overrides: { account: { summary: 'Reset only this account', defaultText: 'all accounts' } },
    load: async () => (await import('../../commands/remote/reset.ts')).runReset,
  }),
  command({
    name: 'stop',
    group: 'Run it',
    summary: 'Stop a running sandbox, and wait until it has ended',
    usage: ['stop [options]'],
    details:
      'As SIGTERM does: open requests are finished and everything is saved. With --ready-file it stops the sandbox that wrote the file. Does not stop the sandboxes of exec, explore and mutate, or of the library: these end with what started them.\n\nExit code: 0 if it has ended; 1 if there is none, or it is not stopped; 124 if it has not ended in time.',
    examples: ['stop', 'stop --ready-file sandbox.json', 'stop --url http://127.0.0.1:8080'],
    words: noWords,
    options: ['ready-file', 'timeout', 'json', ...connectionOptions],
    overrides: {
      'ready-file': {
        group: 'Connection',
        summary: 'Stop the sandbox that wrote this file; takes precedence over ALIAS_SANDBOX_URL',
      },
    },
    load: async () => (await import('../../commands/remote/stop.ts')).runStop,
  }),
  command({
    name: 'state',
    group: 'Drive it',
    summary: 'Save start and history of all accounts to a file, or load it',
    usage: ['state <save|load> <file> [options]'],
    examples: ['state save before.json', 'state load before.json'],
    words: { min: 2, max: 2, first: ['save', 'load'] },
    options: ['json', ...connectionOptions],
    load: async () => (await import('../../commands/remote/state.ts')).runState,
  }),
  command({
    name: 'scenarios',
    group: 'Run it',
    summary: 'List, show or check scenarios',
    usage: ['scenarios [list]', 'scenarios show <name|file>', 'scenarios check [name|file...]'],
    details:
      'check validates scenarios and runs their expect steps; without a name or file it checks all of --scenarios-dir, or the shipped ones.\n\nExit code: 2 if one fails.',
    examples: ['scenarios', 'scenarios show past_due', 'scenarios check ./my-scenario.yaml'],
    words: { min: 0, max: Infinity, first: ['list', 'show', 'check'] },
    options: ['scenarios-dir', 'json'],
    load: async () => (await import('../../commands/scenarios.ts')).runScenarios,
  }),
  command({
    name: 'choices',
    group: 'Look at it',
    summary: 'List what the sandbox does where the API document is silent',
    usage: ['choices [options]'],
    examples: ['choices', 'start --choice page_size=10'],
    words: noWords,
    options: ['json'],
    load: async () => (await import('../../commands/choices.ts')).runChoices,
  }),
  command({
    name: 'init',
    group: 'Run it',
    summary: 'Write a scenario file to start from',
    usage: ['init [file]'],
    details: 'Writes alias-sandbox.yaml unless another name is given. Never overwrites a file.',
    examples: ['init', 'init scenarios/late-payment.yaml'],
    words: { min: 0, max: 1 },
    options: [],
    load: async () => (await import('../../commands/init.ts')).runInit,
  }),
  command({
    name: 'openapi',
    group: 'Look at it',
    summary: 'Print the OpenAPI document',
    usage: ['openapi [all|v1]'],
    details: 'all (the default) covers /v1 and the control API; v1 covers the imitated API alone.',
    examples: ['openapi v1 > openapi.json'],
    words: { min: 0, max: 1, first: ['all', 'v1'] },
    options: [],
    load: async () => (await import('../../commands/openapi.ts')).runOpenapi,
  }),
  command({
    name: 'completion',
    group: 'Run it',
    summary: 'Print the completion script for bash, zsh or fish',
    usage: ['completion'],
    details:
      'For the shell that SHELL names. It completes commands, options, scenarios and actions, and asks the alias-sandbox on your PATH for them, so it stays valid after an update.',
    examples: [
      'completion >> ~/.bashrc',
      'completion > ~/.config/fish/completions/alias-sandbox.fish',
    ],
    words: noWords,
    options: [],
    load: async () => (await import('../../commands/completion.ts')).completionOf(commands),
  }),
]

export const commandNames = commands.map(({ name }) => name)
