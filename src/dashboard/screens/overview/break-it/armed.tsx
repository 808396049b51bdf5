import { ActionButton } from '../../../components/action-button.tsx'
import { Code } from '../../../components/code.tsx'
import { withFullStop } from '../../../../words/capitals.ts'
import { faultSentence, isOnlyForCreations, timeTaken } from '../../../../words/faults.ts'
import { countOf, toNumber } from '../../../../text/numbers.ts'
import { toDay, toDistance, toTime, toTimeOfDay } from '../../../../words/times.ts'
import { accountNow } from '../../../state/account-clock.ts'
import { account } from '../../../state/account.ts'
import type { Fault, Account } from '../../../state/types.ts'
import { isSuccess, operations } from '../../../../contract/operations.ts'
import { operationNouns } from '../../../../words/operations.ts'
import { outcomeLabel } from '../../../../words/outcomes.ts'

/** The armed faults, how often each was applied, and a bin to stop it. */
export function Armed() {
  const { faults } = account.value!
  if (faults.length === 0) return null
  return (
    <div class="armed">
      <div class="row spread">
        <h3>Armed</h3>
        {faults.length > 1 && <ActionButton action="clear_faults">Stop all</ActionButton>}
      </div>
      <ul>
        {faults.map((fault) => {
          const sentence = faultSentence(fault, untilOf(fault))
          return (
            <li key={fault.id}>
              <span>
                {withFullStop(sentence)} <Before fault={fault} />
                <small>
                  {extentOf(fault)} <span class="identifier">{fault.id}</span>
                </small>
                <Code>{fault.kind}</Code>
              </span>
              <ActionButton
                action="clear_faults"
                args={{ id: fault.id }}
                label={`Stop: ${sentence}`}
                icon={<BinMark />}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The outcome that the next call gets before it can meet the fault. */
function Before({ fault }: { fault: Fault }) {
  const first = whatComesFirst(fault, account.value!.next_call)
  return first === undefined ? null : <>{first} </>
}

/** The first second at which it is over, with the date if it is another day. */
function untilOf({ ends_at: ends }: Fault): string | undefined {
  if (ends === undefined) return undefined
  const ms = Math.ceil(Date.parse(ends) / 1_000) * 1_000
  return toDay(ms) === toDay(accountNow.value) ? toTimeOfDay(ms) : toTime(ms)
}

/** `2 of 3 calls have passed`, `applied 1 of 2 times`, `ends in 19 s`. */
function extentOf({ times, hits, skip, skipped = 0, ends_at: ends }: Fault): string {
  if (skipped < skip) {
    return `${toNumber(skipped)} of ${countOf(skip, 'call')} ${skip === 1 ? 'has' : 'have'} passed`
  }
  const applied =
    times === 'always'
      ? `applied ${countOf(hits, 'time')}`
      : `applied ${toNumber(hits)} of ${countOf(times, 'time')}`
  if (ends === undefined) return applied
  return `${applied}, ends ${toDistance(Date.parse(ends) - accountNow.value)}`
}

/** A waste bin. The button around it has the words. */
function BinMark() {
  return (
    <svg class="bin" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path d="M2.5 4.5h13M7 4.5V2.5h4v2M4 4.5l1 11h8l1-11M7.5 7.5v5M10.5 7.5v5" />
    </svg>
  )
}

/**
 * Finds the refusal that keeps the next call from meeting a fault: the plan, the key, a limit or another fault.
 * Undefined if there is none.
 */
function whatComesFirst(
  { kind, operation }: Fault,
  next: Account['next_call'],
): string | undefined {
  const met = isOnlyForCreations(kind) ? (['create'] as const) : operations
  const calls = met.filter((each) => operation === 'any' || operation === each)
  const stopped = calls.map((each) => next[each])
  const time = timeTaken(kind)
  const isMet = stopped.some(
    ({ outcome, ...call }) =>
      isSuccess(outcome) ||
      outcome === kind ||
      (time !== undefined && call[time] !== undefined) ||
      (kind === 'draw_collision' && outcome === 'collision'),
  )
  const [first] = stopped
  if (isMet || !first) return undefined
  const [noun] = operationNouns(calls.length === 1 ? calls[0] : undefined)
  const { status, outcome } = first
  const answer = `${status === null ? '' : `${status} `}${outcomeLabel(outcome)}`
  return `Not yet: before that, the next ${noun} gets ${answer}.`
}
