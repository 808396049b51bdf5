import { lies } from '../../../hunt/mutate/lies.ts'
import type { Lie } from '../../../hunt/mutate/lie.ts'
import { wrap } from '../../../text/wrap.ts'
import type { ListFormat } from '../../output/formats.ts'
import { toMarkdownTable } from '../../../text/markdown.ts'

/** All lies, and which of them the command would meet, if that is known. */
export function listLies(format: ListFormat, possible?: ReadonlySet<Lie>): string {
  const metBy = (lie: Lie) => possible?.has(lie)
  if (format === 'json') {
    const rows = lies.map(({ id, outcomes, does, harm, test, worth, doubt }) => ({
      id,
      outcomes,
      does,
      harm,
      test,
      worth,
      doubt,
    }))
    const listed = rows.map((row, at) => ({ ...row, ...(possible && { met: metBy(lies[at]!) }) }))
    return JSON.stringify({ lies: listed }, null, 2)
  }
  if (format === 'markdown') {
    const heads = [
      'lie',
      'the service …',
      'what would happen to users',
      'a test that notices it',
      ...(possible ? ['met'] : []),
    ]
    const rows = lies.map((lie) => [
      lie.id,
      lie.does,
      lie.harm,
      lie.test,
      ...(possible ? [metBy(lie) ? 'yes' : 'no'] : []),
    ])
    return toMarkdownTable(heads, rows)
  }
  return lies.map((lie) => toLines(lie, metBy(lie))).join('\n')
}

function toLines(lie: Lie, isMet: boolean | undefined): string {
  const mark = isMet === false ? ' (not met by the command)' : ''
  return [
    `${lie.id}${mark}`,
    `  ${wrap(`The service ${lie.does}.`, 2)}`,
    `  ${wrap(lie.harm, 2)}`,
    `  ${wrap(`A test that notices it: ${lie.test}`, 2)}`,
  ].join('\n')
}
