import { ActionButton } from '../../../components/action-button.tsx'
import { BinMark } from './bin-mark.tsx'
import { whatComesFirst } from './comes-first.ts'
import { withFullStop } from '../../../../words/capitals.ts'
import { faultSentence } from '../../../../words/faults.ts'
import { countOf, toNumber } from '../../../../words/numbers.ts'
import { toDay, toDistance, toTime, toTimeOfDay } from '../../../../words/times.ts'
import { accountNow } from '../../../state/account-clock.ts'
import { account } from '../../../state/account.ts'
import type { Fault } from '../../../state/types.ts'

/** What is armed, how often each was applied, and a bin to stop it. */
export function Armed() {
  const { faults } = account.value!
  return (
    <div class="armed">
      <div class="row spread">
        <h3>Armed</h3>
        {faults.length > 1 && <ActionButton action="clear_faults">Stop all</ActionButton>}
      </div>
      {faults.length === 0 && <p class="hint">Nothing is armed: calls get their usual answers.</p>}
      <ul>
        {faults.map((fault) => {
          const sentence = faultSentence(fault, untilOf(fault))
          return (
            <li key={fault.id}>
              <span>
                {withFullStop(sentence)} <Before fault={fault} />
                <small>
                  {extentOf(fault)}{' '}
                  <span class="identifier">
                    {fault.id} {fault.kind}
                  </span>
                </small>
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

/** What the next call gets before it can meet the fault. */
function Before({ fault }: { fault: Fault }) {
  const first = whatComesFirst(fault, account.value!.next_call)
  return first === undefined ? null : <b>{first} </b>
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
