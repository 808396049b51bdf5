import { choiceIds, choiceRow } from '../contract/choices/choices.ts'
import type { Delivery } from '../contract/mail-outcomes.ts'
import { mailReasons } from './mail-reasons.ts'

type Explanation = { basis: 'documented' | 'assumed'; source: string; why: string }

const reasons = new Map<unknown, string>([
  ['active', 'this alias is active'],
  ...Object.entries(mailReasons),
])

/** Why a mail was forwarded or not. Nothing, if it is not what became of one: a file from outside can say anything. */
export function explainDelivery(delivery: object | null): Explanation | undefined {
  const { outcome, reason, smtp, choices: decided } = (delivery ?? {}) as Partial<Delivery>
  const words = reasons.get(reason)
  if (words === undefined || !Array.isArray(decided)) return undefined
  const sources = choiceIds
    .filter((id) => decided.includes(id))
    .map((id) => `${id}: ${choiceRow(id).source}`)
  return {
    basis: sources.length === 0 ? 'documented' : 'assumed',
    source: sources.join('; ') || 'What the service does: forwards mail sent to an alias',
    why:
      outcome === 'forwarded'
        ? `forwarded${reason === 'active' ? ':' : ', although'} ${words}`
        : `${String(outcome)}, and its sender heard ${String(smtp)}: ${words}`,
  }
}
