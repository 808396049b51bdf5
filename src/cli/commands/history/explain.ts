import type { ListedRequest } from '../../../contract/history/entry.ts'
import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import { readEntryOf } from '../../args/entry-id.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { toCallLine } from '../../log/request-line.ts'
import { toColumns } from '../../output/columns.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import { choosePaint, type Paint } from '../../output/paint.ts'
import { invalidValue } from '../../output/wrong-value.ts'
import { withSandbox } from '../../sandbox/remote.ts'

/** Explains the answer to a call of the running sandbox. */
export function runExplain(
  context: Context<'account' | 'json' | ConnectionOption>,
): Promise<number> {
  const { io, env, options, words } = context
  const word = words[0] ?? ''
  const { account, id } = readEntryOf(word, 'explain', context)
  if (!id.startsWith('req_')) {
    throw usageError(invalidValue(word, 'explain', 'the id of a call, such as req_12'))
  }
  return withSandbox(context, async (client) => {
    const entry = await client.ask('GET requests/:id', { account, id })
    const text = options.json ? JSON.stringify(entry) : toExplanation(entry, choosePaint(io, env))
    io.stdout.write(`${text}\n`)
    return exitCodes.ok
  })
}

/** The call as one line, the checks below it, and where its answer comes from. */
function toExplanation(entry: ListedRequest, paint: Paint): string {
  const { checks, basis, source, choices, fault } = entry
  const made = checks.map(({ check, passed, detail = '' }): [string, string] => [
    `${passed ? 'passed' : 'failed'} ${printable(check)}`,
    printable(detail),
  ])
  const origin: [string, string][] = [
    ['basis', printable(basis)],
    ['source', printable(source)],
    ...(choices.length > 0 ? [['choices', printable(choices.join(', '))] as [string, string]] : []),
    ...(fault === null ? [] : [['fault', printable(fault)] as [string, string]]),
  ]
  return [toCallLine(entry, paint), toColumns([...made, ...origin])].join('\n')
}
