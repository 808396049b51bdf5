import { commandsIn, type CommandRow } from './command-row.ts'
import { sourceOptions } from './option-groups.ts'

const command = commandsIn('Look')

/** The commands that show what there is and what happened. */
export const lookCommands: readonly CommandRow[] = [
  command('status', 'Show where an account stands and what its next request gets', {
    details:
      'Shows plan, card, clock, limits, armed faults with what is left of them, what the next requests get and why, and which accounts there are.',
    examples: ['status', 'status --account past_due-7', 'status --file bug.json'],
    options: sourceOptions,
    load: async () => (await import('../../commands/look/status.ts')).runStatus,
  }),
  command('requests', 'Show the requests of an account, or why one got its answer', {
    usage: ['requests [options]', 'requests <id> [--bug [--as html]]'],
    details:
      'With an id: the checks that the request passed, the reason for its answer, and its source in the API document. --bug prints a bug report on it instead.',
    examples: [
      'requests --follow',
      'requests --body label=shop --json',
      'requests req_12',
      'requests pro/req_12 --bug > bug.md',
      'requests req_12 --bug --as html > bug.html',
    ],
    words: { min: 0, max: 1 },
    options: ['follow', 'body', 'header', 'query', 'bug', 'as', ...sourceOptions],
    load: async () => (await import('../../commands/look/requests.ts')).runRequests,
  }),
  command('history', 'Show all that happened to an account, in order', {
    details: 'Shows requests, actions, mails, and the events that followed from them (indented).',
    examples: ['history --follow', 'history --account pro --json', 'history --all'],
    options: ['follow', 'all', ...sourceOptions],
    load: async () => (await import('../../commands/look/history.ts')).runHistory,
  }),
  command('inbox', 'Show the mails that were forwarded to the owner', {
    details:
      'Shows each mail with its codes and links, oldest first; --json has its text too.\n\nExit code: 124 if --wait sees no mail in time; the message says what came instead, and why other mails did not arrive.',
    examples: [
      'inbox',
      'inbox --wait --to shop@alias-sandbox.example',
      'inbox --wait --json --after mail_3',
    ],
    options: ['wait', 'timeout', 'to', 'text', 'after', ...sourceOptions],
    overrides: {
      timeout: { summary: 'How long --wait waits in real time, such as 500ms, 10s or 2m' },
    },
    load: async () => (await import('../../commands/look/inbox.ts')).runInbox,
  }),
  command('report', 'Judge the client: what it covered, and the rules it broke', {
    details:
      'Exit code: 4 with --strict, if a rule of etiquette failed; otherwise 0, whatever it says.',
    examples: ['report', 'report --all --format junit > report.xml'],
    options: ['format', 'strict', 'all', ...sourceOptions],
    overrides: { format: { choices: ['text', 'markdown', 'junit'] } },
    load: async () => (await import('../../commands/look/report.ts')).runReport,
  }),
  command('choices', 'List what the sandbox does where the document is silent', {
    examples: ['choices', 'start --choice page_size=10'],
    options: ['json'],
    load: async () => (await import('../../commands/look/choices.ts')).runChoices,
  }),
  command('openapi', 'Print the OpenAPI document', {
    usage: ['openapi [all|v1]'],
    details: 'all (the default) covers /v1 and the control API; v1 covers the imitated API alone.',
    examples: ['openapi v1 > openapi.json'],
    words: { min: 0, max: 1, first: ['all', 'v1'] },
    options: ['json'],
    overrides: { json: { summary: 'Print JSON, as it is anyway' } },
    load: async () => (await import('../../commands/look/openapi.ts')).runOpenapi,
  }),
  command('docs', 'Print the page of the documentation that answers your words', {
    usage: ['docs [word...]'],
    details:
      'Without words it lists the pages. Prints the page of that name, or the section in which the words stand, from this package.\n\nExit code: 1 if no page has any of the words.',
    examples: ['docs', 'docs python', 'docs burst limit'],
    words: { min: 0, max: Infinity },
    options: ['json'],
    load: async () => (await import('../../commands/docs/docs.ts')).runDocs,
  }),
]
