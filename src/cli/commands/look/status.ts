import type { AccountView, FaultView } from '../../../contract/control/control-shapes.ts'
import { eachOperation, operations } from '../../../contract/operations.ts'
import { printable } from '../../../text/escape.ts'
import { countOf, toNumber } from '../../../text/numbers.ts'
import { billingLabel, cardLabel, planLabel } from '../../../words/billing.ts'
import { faultSentence } from '../../../words/faults.ts'
import { toMoment, toSpan } from '../../../words/times.ts'
import type { Context } from '../../args/context.ts'
import type { SourceOption } from '../../args/tables/option-groups.ts'
import { toColumns } from '../../output/columns.ts'
import { tell } from '../../output/tell.ts'
import { accountNames, withAccount } from '../../sandbox/remote.ts'

/** Prints where an account stands, what its next requests get, and which accounts there are. */
export function runStatus(context: Context<SourceOption>): Promise<number> {
  return withAccount(context, async (client, name) => {
    const account = await client.ask('GET accounts/:account', { account: name })
    const accounts = await accountNames(client)
    return tell(context, { account, accounts }, toColumns(toRows(account, accounts)))
  })
}

type Row = readonly [name: string, text: string]

function toRows(account: AccountView, accounts: readonly string[]): Row[] {
  const { name, scenario, api_key: key, key_status: keyStatus, aliases, clock } = account
  const status = keyStatus === 'active' ? '' : `, ${keyStatus}`
  const scale = clock.scale === 1 ? '' : `, ${clock.scale} × real time`
  const rows: Row[] = [
    ['account', `${name} (scenario ${scenario}, key ${key}${status})`],
    ['plan', toPlan(account)],
    ['clock', `${clock.now}, ${clock.mode}${scale}`],
    ['limits', toLimits(account)],
    ['aliases', toNumber(aliases)],
    ['armed', armedText(account)],
    ...nextRows(account),
    ['accounts', accounts.join(', ')],
  ]
  return rows.map(([title, text]) => [title, printable(text, 4_000)])
}

function toPlan(account: AccountView): string {
  const { plan, billing, cycle } = account
  if (plan === 'free') return planLabel(plan)
  return `${planLabel(plan)}, ${cycle}; ${lower(billingLabel(billing, plan))}; card ${lower(cardLabel(account))}`
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function toLimits({ usage: { burst, daily, forwards } }: AccountView): string {
  const resets = burst.resets_in === null ? '' : ` (resets in ${toSpan(burst.resets_in * 1_000)})`
  return [
    `requests this minute ${levelOf(burst)}${resets}`,
    `aliases today ${levelOf(daily)}`,
    `forwards this month ${levelOf(forwards)}`,
  ].join('; ')
}

function levelOf({ used, limit }: { used: number; limit: number | null }): string {
  return limit === null ? `${toNumber(used)}, no limit` : `${toNumber(used)} of ${toNumber(limit)}`
}

function armedText({ faults, clock }: AccountView): string {
  if (faults.length === 0) return 'no faults'
  const now = Date.parse(clock.now)
  const [first, ...more] = faults.map((fault) => faultText(fault, now))
  return more.length === 0
    ? first!
    : `${countOf(faults.length, 'fault')}: ${[first, ...more].join('; ')}`
}

/** The fault with what is left of it. */
function faultText(
  { times, hits, skip, skipped = 0, ends_at: ends, ...fault }: FaultView,
  now: number,
): string {
  const until = ends === undefined ? undefined : toMoment(Date.parse(ends), now)
  const left = typeof times === 'number' ? times - hits : times
  return faultSentence({ ...fault, times: left, skip: skip - skipped }, until)
}

const verbs = eachOperation((operation) => (operation === 'create' ? 'creation' : operation))

function nextRows({ next_call: next }: AccountView): Row[] {
  return operations.map((operation) => {
    const { status, outcome, why, retry_after: wait } = next[operation]
    const after = wait === undefined ? '' : ` (Retry-After: ${wait})`
    return [`next ${verbs[operation]}`, `${status} ${outcome}${after}: ${why}`]
  })
}
