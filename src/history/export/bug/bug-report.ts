import type { RequestEntry } from '../../../contract/history/entry.ts'
import { escapeMarkdown, fencedCode, markdownCode } from '../../../text/markdown.ts'
import { toSessionLines } from '../../../contract/session/lines.ts'
import type { BugFile } from './bug-file.ts'

/** The longest file that stands in the report; a comment on GitHub has at most 65,536 characters. */
const MAX_PASTED = 40_000
/** The part of the answer that is printed; the whole one is in the file. */
const MAX_SHOWN = 2_000

const CUT_SHORT =
  'More could be left out of this history: it is long, and not everything was tried.'

/** Tells a call and its reasons, and how to see the same answer elsewhere, as Markdown without foreign keys. */
export function toBugReport(entry: RequestEntry, bug: BugFile, version: string): string {
  const { request, response, outcome, why, basis, source, checks, choices, fault } = entry
  const { method, path, query } = request
  const target = `${method} ${path}${query === '' ? '' : `?${query}`}`
  const start = bug.file.accounts[0]!.start
  return [
    `## ${escapeMarkdown(target)} → ${response.status} ${outcome}`,
    '',
    `${escapeMarkdown(why)} (${basis}; ${escapeMarkdown(source)})`,
    '',
    `- request: ${entry.account}/${entry.id}, account clock ${entry.at}`,
    `- start: ${start.state ? 'a session' : `scenario ${escapeMarkdown(start.scenario!)}, seed ${start.seed}`}`,
    ...(fault === null ? [] : [`- fault: ${fault}`]),
    ...(choices.length > 0 ? [`- choices: ${choices.join(', ')}`] : []),
    `- alias-sandbox ${version}`,
    '',
    ...checks.map(
      ({ check, passed, detail }) =>
        `- [${passed ? 'x' : ' '}] ${escapeMarkdown(check)}${detail === undefined ? '' : `: ${escapeMarkdown(detail)}`}`,
    ),
    '',
    'The answer:',
    '',
    ...fencedCode('', toShown(answerIn(bug))),
    '',
    ...toReproduction(entry, bug),
    '',
    ...(bug.isCutShort ? [CUT_SHORT, ''] : []),
  ].join('\n')
}

/** The answer as the file has it, in which keys of other services are masked. */
function answerIn({ file }: BugFile): Response {
  const last = file.accounts[0]!.history.at(-1)!
  return (last as RequestEntry).response // a bug file ends with the call
}

type Response = RequestEntry['response']

function toShown({ status, headers, body }: Response): string {
  if (status === 0) return 'none: the connection was closed or left open'
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = body.length > MAX_SHOWN ? `${body.slice(0, MAX_SHOWN)} …` : body
  return [`HTTP ${status}`, ...lines, '', toVisible(text)].join('\n')
}

function toReproduction(entry: RequestEntry, bug: BugFile): string[] {
  const { file, id } = bug
  const text = toVisible(toSessionLines(file))
  if (text.length > MAX_PASTED) {
    const save = `npx alias-sandbox save bug.json --account ${entry.account}`
    return [
      `The history is too large to paste: attach the file that ${markdownCode(save)} writes.`,
      'It gives the same answer again:',
      '',
      ...fencedCode('sh', 'npx alias-sandbox replay bug.json'),
    ]
  }
  return [
    `Paste this into a shell to get the same answer again; the request is ${id} there:`,
    '',
    // A line of JSON is never END, and the shell replaces nothing in it.
    ...fencedCode('sh', `cat > bug.json <<'END'\n${text}\nEND\nnpx alias-sandbox replay bug.json`),
  ]
}

/** A terminal would interpret these when they are pasted, and a reader does not see them. */
function toVisible(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
