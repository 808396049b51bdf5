import { choiceRow, choiceIds } from '../contract/choices/choices.ts'
import type { Delivery } from '../contract/mail-outcomes.ts'
import { mailReasons } from './mail-reasons.ts'

type Explanation = { basis: 'documented' | 'assumed'; source: string; why: string }

/** Why a mail was forwarded or not. Nothing, if it is not what became of one: a file from outside can say anything. */
export function explainDelivery(delivery: object | null): Explanation | undefined {
  const { outcome, reason, smtp, choices: decided } = (delivery ?? {}) as Partial<Delivery>
  const words = reason && { active: 'this alias is active', ...mailReasons }[reason]
  if (words === undefined || !Array.isArray(decided)) return undefined
  const heard = outcome === 'forwarded' ? '' : `, and its sender heard ${smtp}`
  const sources = choiceIds
    .filter((id) => decided.includes(id))
    .map((id) => `${id}: ${choiceRow(id).source}`)
  return {
    basis: sources.length === 0 ? 'documented' : 'assumed',
    source: sources.join('; ') || 'What the service does: forwards mail sent to an alias',
    why: `${outcome}${heard}: ${words}`,
  }
}
