import { command, type CommandRow } from './command-row.ts'
import { connectionOptions } from './option-groups.ts'

/** The commands about the history of accounts. */
export const historyCommands: readonly CommandRow[] = [
  command({
    name: 'history',
    summary: 'Show everything that took place, in order, or save it to a file',
    usage: ['history [options]', 'history save <file> [options]'],
    details:
      'Shows calls, actions, and the events that followed from them (indented). save writes a file that "replay" reads; - writes to standard output. It contains no key but those of the sandbox itself.',
    examples: [
      'history --follow',
      'history --account pro --json',
      'history save bug.json --until req_12',
    ],
    words: { min: 0, max: 2, first: ['save'] },
    options: ['follow', 'account', 'until', 'json', ...connectionOptions],
    overrides: {
      account: { summary: 'Only this account', defaultText: 'all accounts' },
      json: { summary: 'Print one JSON object per entry' },
      follow: { summary: 'Keep running and show each entry as it is added' },
      until: { summary: 'End the file with this entry, such as req_12 or pro/req_12' },
    },
    load: async () => (await import('../../commands/history/history.ts')).runHistory,
  }),
  command({
    name: 'explain',
    summary: 'Explain the answer to a call',
    usage: ['explain <id> [options]'],
    details:
      'Shows the checks that the call passed, the reason for its answer and its source in the API document.',
    examples: ['explain req_12', 'explain pro/req_12'],
    words: { min: 1, max: 1 },
    options: ['account', 'json', ...connectionOptions],
    load: async () => (await import('../../commands/history/explain.ts')).runExplain,
  }),
]
