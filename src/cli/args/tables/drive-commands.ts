import { commandsIn, type CommandRow } from './command-row.ts'
import { connectionOptions } from './option-groups.ts'

const command = commandsIn('Drive')
const oneWord = { min: 1, max: 1 }
const options = ['account', 'json', ...connectionOptions] as const

/** The commands that change a running sandbox. */
export const driveCommands: readonly CommandRow[] = [
  command('trigger', 'Run an action on an account, such as settle_invoice', {
    usage: ['trigger <action> [value] [--<argument> <value>...]', 'trigger [action] --list'],
    details:
      '--list shows all actions, or the arguments of one with the values that they take, without a sandbox. If an action has a single argument, or a single required one, its value may follow the action without a flag. An argument can also be written as name=value, as json must be: --json asks for JSON output. Objects and lists are written as JSON.\n\nExit code: 1 if the sandbox refuses the action; 2 if an argument is wrong.',
    examples: [
      'trigger settle_invoice',
      'trigger load_scenario past_due',
      'trigger arm_fault --list',
      'trigger arm_fault --kind outage --times 2',
      `trigger arm_fault kind=answer status=418 json='{"a":1}'`,
    ],
    words: { min: 0, max: 2 },
    options: ['list', ...options],
    overrides: { list: { summary: 'List the actions, or the arguments of one' } },
    takesActionArgs: true,
    load: async () => (await import('../../commands/drive/trigger.ts')).runTrigger,
  }),
  command('advance', 'Move the clock of an account forward', {
    usage: ['advance <duration|time|burst_reset|utc_midnight|next_event> [options]'],
    details:
      'A duration is 90s, 25h or 1d12h, or a number of seconds; a time is ISO 8601. Prints the events that happened on the way.',
    examples: ['advance 25h', 'advance utc_midnight', 'advance 2026-03-01T12:00:00Z'],
    words: oneWord,
    options,
    load: async () => (await import('../../commands/drive/advance.ts')).runAdvance,
  }),
  command('undo', 'Go back to before the last action, or to before an entry', {
    usage: ['undo [id] [options]'],
    details: 'Everything goes back, the clock and the keys too. The history keeps what happened.',
    examples: ['undo', 'undo act_3', 'undo pro/req_12'],
    words: { min: 0, max: 1 },
    options,
    load: async () => (await import('../../commands/drive/undo.ts')).runUndo,
  }),
  command('reset', 'Restore an account, or with --all everything, to its start', {
    details:
      '--all also deletes the accounts that were made since the start, and names them; that cannot be undone.',
    examples: ['reset', 'reset --account pro', 'reset --all'],
    options: ['all', ...options],
    overrides: { all: { summary: 'Reset all accounts, and delete those made since the start' } },
    load: async () => (await import('../../commands/drive/reset.ts')).runReset,
  }),
  command('save', 'Save what happened: .json, .html, .yaml or .har', {
    usage: ['save <file> [options]'],
    details:
      'The ending says what the file is. A session (.json) has start and history of all accounts; load, replay and --file read it; - writes it to standard output. A page (.html) is a session that opens in any browser, without a server. A scenario (.yaml) is the shortest one with the same outcomes, of one account. HAR 1.2 (.har) has the requests for browsers and HTTP tools. Keys of other services are masked in all of them.',
    examples: [
      'save bug.json',
      'save bug.html --note "The second list is empty"',
      'save bug.yaml --account pro',
      'save bug.har',
    ],
    words: oneWord,
    options: ['note', ...options],
    overrides: {
      account: {
        summary: 'Save only this account, by name or key',
        defaultText: 'all; for .yaml: default',
      },
    },
    load: async () => (await import('../../commands/drive/save.ts')).runSave,
  }),
  command('load', 'Load a session or a page in place of all accounts', {
    usage: ['load <file> [options]'],
    details:
      'All accounts then stand where they stood when the file was saved. An invalid file changes nothing.',
    examples: ['load bug.json', 'load bug.html'],
    words: oneWord,
    options: ['json', ...connectionOptions],
    load: async () => (await import('../../commands/drive/load.ts')).runLoad,
  }),
]
