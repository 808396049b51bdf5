import type { AlternativesView } from '../../../contract/history/shapes.ts'
import { printable } from '../../../text/escape.ts'
import { toColumns } from '../../output/columns.ts'
import type { Paint } from '../../output/paint.ts'

type Answer = AlternativesView['answer']

const tiers = { L: 'likely', P: 'possible' } as const

/** The answers that other values of choices would have led to, below what differs. */
export function toAlternativesText({ answer, choices }: AlternativesView, paint: Paint): string {
  if (choices.length === 0) return 'no other value of a choice changes this answer'
  const rows = choices.map(({ choice, value, tier, differs, ...other }): [string, string] => [
    printable(`${choice}=${String(value)}`),
    `${toAnswerText(answer, other.answer, differs)}${tier === null ? '' : ` (${printable(tiers[tier] ?? tier)})`}`,
  ])
  return `${paint('bold', 'other values of choices would have led to')}\n${toColumns(rows)}`
}

/** The status and outcome; or what else differs, if those are the same. */
function toAnswerText(
  actual: Answer,
  { outcome, why, response }: Answer,
  differs: readonly string[],
): string {
  const isOther = actual.response.status !== response.status || actual.outcome !== outcome
  if (isOther) return printable(`${response.status} ${outcome}: ${why}`)
  const texts = differs.map((field) => {
    if (field === 'body') return `body ${JSON.stringify(response.body)}`
    if (field === 'headers') return `headers ${JSON.stringify(response.headers)}`
    return field
  })
  return printable(`same outcome, another ${texts.join(', ')}`)
}
