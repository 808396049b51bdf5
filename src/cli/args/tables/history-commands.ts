import { command, type CommandRow } from './command-row.ts'
import { connectionOptions } from './option-groups.ts'

/** The commands about the history of accounts. */
export const historyCommands: readonly CommandRow[] = [
  command({
    name: 'history',
    group: 'Look at it',
    summary: 'Show everything that happened, in order, or save it to a file',
    usage: ['history [options]', 'history save <file> [options]'],
    details:
      'Shows calls, actions, and the events that followed from them (indented). save writes a file that "replay" reads; - writes to standard output. It contains only keys of the sandbox itself. A file that ends in .html is a page that opens in any browser, without a server. --as scenario writes the shortest scenario with the same outcomes.',
    examples: [
      'history --follow',
      'history --account pro --json',
      'history save bug.json',
      'history save scenario.html',
      'history save scenario.yaml --as scenario',
    ],
    words: { min: 0, max: 2, first: ['save'] },
    options: ['follow', 'account', 'as', 'json', ...connectionOptions],
    overrides: {
      account: { summary: 'Only this account', defaultText: 'all accounts' },
      json: { summary: 'Print one JSON object per entry' },
      follow: { summary: 'Keep running and show each entry as it is added' },
    },
    load: async () => (await import('../../commands/history/history.ts')).runHistory,
  }),
  command({
    name: 'replay',
    group: 'Test your client',
    summary: 'Replay a session and compare the answers',
    usage: ['replay <file> [options]'],
    details:
      'Needs no running sandbox. Delays and hanging connections take no time.\n\nExit code: 0 if all answers are equal; 1 at the first difference, or if there is no answer to compare; 2 if the file cannot be read.',
    examples: ['replay bug.json', 'replay bug.json --json'],
    words: { min: 1, max: 1 },
    options: ['json'],
    load: async () => (await import('../../commands/history/replay.ts')).runReplay,
  }),
  command({
    name: 'explain',
    group: 'Look at it',
    summary: 'Explain the answer to a call',
    usage: ['explain <id> [options]'],
    details:
      'Shows the checks that the call passed, the reason for its answer and its source in the API document.',
    examples: ['explain req_12', 'explain pro/req_12'],
    words: { min: 1, max: 1 },
    options: ['account', 'json', ...connectionOptions],
    load: async () => (await import('../../commands/history/explain.ts')).runExplain,
  }),
  command({
    name: 'undo',
    group: 'Drive it',
    summary: 'Go back to before the last action, or to before an entry of the history',
    usage: ['undo [id] [options]'],
    details: 'Everything goes back, the clock and the keys too. The history keeps what happened.',
    examples: ['undo', 'undo act_3', 'undo pro/req_12'],
    words: { min: 0, max: 1 },
    options: ['account', 'json', ...connectionOptions],
    load: async () => (await import('../../commands/history/undo.ts')).runUndo,
  }),
]
