import type { ActionArguments } from '../../contract/actions.ts'
import type { ChoiceId } from '../../contract/choices/choices.ts'
import type { Delivery, MailReason } from '../../contract/mail-outcomes.ts'
import type { Account } from '../account/account.ts'
import { forwardsLevel, setForwards } from '../account/limits.ts'
import type { Alias } from '../aliases/alias.ts'
import { burn, isBurned } from './alias-actions.ts'

const ACCEPTED = '250 2.0.0'

/** The SMTP answers to a sender whose mail is refused, by the choice that decides and its value. */
const refusals = {
  mail_to_unknown: { reject: '550 5.1.1' },
  mail_to_suspended: { reject: '550 5.7.1', defer: '450 4.2.1' },
  mail_over_allowance: { defer: '452 4.2.2', reject: '552 5.2.2' },
  mail_when_unpaid: { reject: '550 5.7.1' },
} as const satisfies Partial<Record<ChoiceId, Record<string, string>>>

/**
 * One mail arrives. It is forwarded, counts on the alias and toward the month, and burns a single-use alias, in one step;
 * or it changes nothing, and the result says what the sender heard.
 */
export function deliverMail(account: Account, { to }: ActionArguments<'deliver_mail'>): Delivery {
  const delivery = predictDelivery(account, to)
  if (delivery.outcome !== 'forwarded') return delivery
  forward(account, account.aliases.get(delivery.alias!)!)
  return { ...delivery, month: forwardsLevel(account) }
}

/** Predicts the delivery of a mail now. Changes nothing. */
export function predictDelivery(account: Account, to: string): Delivery {
  const { id, isPlain } = localPartOf(account, to)
  const alias = id === undefined ? undefined : account.aliases.get(id)
  const spelling: ChoiceId[] = isPlain ? [] : ['mail_address']
  const [reason, decided] = hindranceOf(account, alias, id)
  const value = decided && account.choices[decided]
  const choices = decided ? [...spelling, decided] : spelling
  const facts = { reason, alias: alias?.id ?? null, choices }
  if (decided && value !== 'forward') {
    const heard: Readonly<Record<string, string>> = refusals[decided]
    const smtp = heard[String(value)]
    const outcome = smtp === undefined ? 'dropped' : 'refused'
    return { outcome, ...facts, smtp: smtp ?? ACCEPTED, month: forwardsLevel(account) }
  }
  return { outcome: 'forwarded', ...facts, smtp: ACCEPTED, month: forwardsLevel(account) }
}

/** Does this account have the alias that an address means, or did it have it before? */
export function ownsAddress(account: Account, to: string): 'now' | 'before' | 'never' {
  const { id } = localPartOf(account, to)
  if (id === undefined) return 'never'
  if (account.aliases.get(id)) return 'now'
  return account.aliases.isIdTaken(id) ? 'before' : 'never'
}

/** Returns the first reason against forwarding a mail, and the choice that says what follows. */
function hindranceOf(
  account: Account,
  alias: Alias | undefined,
  id: string | undefined,
): [MailReason, (keyof typeof refusals)?] {
  if (!alias) {
    const wasThere = id !== undefined && account.aliases.isIdTaken(id)
    return [wasThere ? 'removed' : 'no_alias', 'mail_to_unknown']
  }
  if (alias.status === 'suspended') return ['suspended', 'mail_to_suspended']
  if (alias.status !== 'active') return [alias.status, 'mail_to_unknown']
  if (isBurned(alias)) return ['burned', 'mail_to_unknown']
  const { used, limit } = forwardsLevel(account)
  if (used >= limit) return ['allowance_used', 'mail_over_allowance']
  const { billing } = account.state
  if (billing === 'past_due' || billing === 'canceled') return [billing, 'mail_when_unpaid']
  return ['active']
}

/** The id of the alias that an address means, and whether every reading of the document says so. */
function localPartOf(account: Account, to: string): { id: string | undefined; isPlain: boolean } {
  const at = to.lastIndexOf('@')
  const { domain, mail_address: spelling } = account.choices
  const isOwn = to.slice(at + 1).toLowerCase() === domain
  const sent = to.slice(0, at)
  const plain = sent.toLowerCase().replace(/\+.*$/s, '')
  if (!isOwn) return { id: undefined, isPlain: true }
  return { id: spelling === 'exact' ? sent : plain, isPlain: sent === plain }
}

function forward(account: Account, alias: Alias): void {
  setForwards(account, forwardsLevel(account).used + 1)
  const changed = account.aliases.change(alias, { forward_count: alias.forward_count + 1 })
  if (changed.single_use) burn(account, changed)
}
