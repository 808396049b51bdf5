import { isSuccess, operations } from '../../../contract/operations.ts'
import { countOf, toNumber } from '../../../text/numbers.ts'
import { capitalized, withFullStop } from '../../../words/capitals.ts'
import { faultSentence, isOnlyForCreations, timeTaken } from '../../../words/faults.ts'
import { operationNouns } from '../../../words/operations.ts'
import { outcomeLabel } from '../../../words/outcomes.ts'
import { toDay, toDistance, toTime, toTimeOfDay } from '../../../words/times.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { ToldLine } from '../../components/told-line.tsx'
import type { Account, Fault } from '../../service/types.ts'
import { accountNow } from '../../state/account-clock.ts'

type Next = Account['next_call']

/** The armed faults with what is left of them, each with a button that stops it. */
export function Armed({ faults, next }: { faults: readonly Fault[]; next: Next }) {
  return (
    <div class="armed">
      {faults.length > 0 && (
        <ul aria-label="Armed">
          {faults.map((fault) => (
            <ArmedFault key={fault.id} fault={fault} next={next} />
          ))}
        </ul>
      )}
      {faults.length > 1 && (
        <ActionButton place="armed" action="clear_faults" kind="quiet">
          Stop all
        </ActionButton>
      )}
      <ToldLine place="armed" />
    </div>
  )
}

function ArmedFault({ fault, next }: { fault: Fault; next: Next }) {
  const sentence = faultSentence(fault, untilOf(fault))
  const first = refusalBefore(fault, next)
  return (
    <li>
      <span>
        {withFullStop(capitalized(sentence))} {first} <small>{leftOf(fault)}</small>
      </span>
      <ActionButton
        place="armed"
        action="clear_faults"
        args={{ id: fault.id }}
        label={`Stop: ${sentence}`}
      >
        Stop
      </ActionButton>
    </li>
  )
}

/** The first second at which it is over, with the date if it is another day. */
function untilOf({ ends_at: ends }: Fault): string | undefined {
  if (ends === undefined) return undefined
  const ms = Math.ceil(Date.parse(ends) / 1_000) * 1_000
  return toDay(ms) === toDay(accountNow.value) ? toTimeOfDay(ms) : toTime(ms)
}

/** `2 of 3 requests have passed`, `happened 1 of 2 times`, `ends in 19 s`. */
function leftOf({ times, hits, skip, skipped = 0, ends_at: ends }: Fault): string {
  if (skipped < skip) {
    return `${toNumber(skipped)} of ${countOf(skip, 'request')} ${skip === 1 ? 'has' : 'have'} passed`
  }
  const met =
    times === 'always'
      ? `happened ${countOf(hits, 'time')}`
      : `happened ${toNumber(hits)} of ${countOf(times, 'time')}`
  return ends === undefined
    ? met
    : `${met}, ends ${toDistance(Date.parse(ends) - accountNow.value)}`
}

/** The refusal that keeps the next request from meeting a fault: the plan, the key, a limit or another fault. */
function refusalBefore({ kind, operation }: Fault, next: Next): string | undefined {
  const able = isOnlyForCreations(kind) ? (['create'] as const) : operations
  const meant = able.filter((each) => operation === 'any' || operation === each)
  const time = timeTaken(kind)
  const isMet = meant.some((each) => {
    const { outcome } = next[each]
    const isSlow = time !== undefined && next[each][time] !== undefined
    const isDrawn = kind === 'draw_collision' && outcome === 'collision'
    return isSuccess(outcome) || outcome === kind || isSlow || isDrawn
  })
  const [first] = meant
  if (isMet || !first) return undefined
  const [noun] = operationNouns(meant.length === 1 ? first : undefined)
  const { status, outcome } = next[first]
  return `Not yet: before that, the next ${noun} gets ${status} ${outcomeLabel(outcome)}.`
}
