import type { Part } from '../../../components/compare/side-by-side.tsx'
import { toPretty } from '../../../labels/json.ts'
import { statusLabel } from '../../../labels/tones.ts'
import { outcomeLabel } from '../../../../words/outcomes.ts'
import type { Alternatives } from '../../../state/types.ts'

type Answer = Alternatives['answer']

/** Two answers of the service, part by part. */
export function answerParts(left: Answer, right: Answer): Part[] {
  return [
    { name: 'Status', left: statusOf(left), right: statusOf(right) },
    { name: 'Headers', left: headersOf(left), right: headersOf(right) },
    { name: 'Body', left: bodyOf(left), right: bodyOf(right) },
  ]
}

function statusOf({ response, outcome }: Answer): string {
  return `${statusLabel(response.status)} ${outcomeLabel(outcome)}`
}

function headersOf({ response }: Answer): string {
  const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${String(value)}`)
  return lines.join('\n') || '(no headers)'
}

function bodyOf({ response: { body } }: Answer): string {
  return body === null || body === '' ? '(no body)' : toPretty(body)
}
