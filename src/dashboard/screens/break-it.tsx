import { useState } from 'preact/hooks'
import { ActionButton } from '../components/action-button.tsx'
import { accountNow } from '../state/account-clock.ts'
import { FaultDetails, detailsOf, usualDetails } from './fault-details.tsx'
import { account, perform } from '../state/state.ts'
import type { Fault } from '../state/types.ts'
import { toDistance } from '../state/format.ts'

/** What can go wrong, in plain words. */
const kinds: readonly (readonly [kind: string, words: string])[] = [
  ['outage', '503 the service is closed'],
  ['burst', '429 too many calls this minute'],
  ['daily_cap', '429 too many creations today'],
  ['collision', '409 no free address found'],
  ['invalid_key', '401 the key is not valid'],
  ['plan_past_due', '403 a payment failed'],
  ['plan_canceled', '403 the plan is canceled'],
  ['plan_required', '403 a paid plan is needed'],
  ['draw_collision', 'one address draw collides, unseen'],
  ['server_error', '5xx the service breaks'],
  ['garbage', 'a proxy answers HTML'],
  ['delay', 'the answer comes late'],
  ['drop_before', 'connection cut, nothing done'],
  ['drop_after', 'connection cut, call was done'],
  ['hang', 'no answer ever'],
  ['truncate', 'the answer breaks off halfway'],
]
const onlyCreates = new Set(['daily_cap', 'collision', 'draw_collision'])

/** Arms a fault for the next calls, or for a while; shows what is armed. */
export function BreakIt() {
  const [kind, setKind] = useState('outage')
  const [operation, setOperation] = useState('any')
  const [amount, setAmount] = useState('2')
  const [skip, setSkip] = useState('0')
  const [details, setDetails] = useState(usualDetails)
  const arm = () => {
    const isLong = /[smh]$/.test(amount)
    const extent = amount === 'always' ? { times: 'always' } : isLong ? { for: amount } : {}
    const times = Number(amount)
    void perform('arm_fault', {
      kind,
      operation: onlyCreates.has(kind) ? 'create' : operation,
      ...(Number.isInteger(times) ? { times } : extent),
      ...(skip !== '0' && { skip: Number(skip) }),
      ...detailsOf(kind, details),
    })
  }
  const { faults } = account.value!
  return (
    <section class="card" aria-labelledby="break-it">
      <h2 id="break-it">Break it</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          arm()
        }}
      >
        <label class="field">
          <span>What goes wrong</span>
          <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
            {kinds.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <div class="row">
          <label class="field">
            <span>Which calls</span>
            <select
              value={onlyCreates.has(kind) ? 'create' : operation}
              disabled={onlyCreates.has(kind)}
              onChange={({ currentTarget }) => setOperation(currentTarget.value)}
            >
              <option value="any">any call</option>
              <option value="create">creations</option>
              <option value="list">lists</option>
            </select>
          </label>
          <label class="field">
            <span>How often</span>
            <select value={amount} onChange={({ currentTarget }) => setAmount(currentTarget.value)}>
              {['1', '2', '3', '5', '10'].map((count) => (
                <option key={count} value={count}>
                  {count === '1' ? 'the next call' : `the next ${count} calls`}
                </option>
              ))}
              <option value="20s">for 20 seconds</option>
              <option value="15m">for 15 minutes</option>
              <option value="always">until cleared</option>
            </select>
          </label>
        </div>
        <div class="row">
          <label class="field">
            <span>Calls that pass first</span>
            <input
              type="number"
              min="0"
              max="1000000"
              required
              value={skip}
              onInput={({ currentTarget }) => setSkip(currentTarget.value)}
            />
          </label>
          <FaultDetails kind={kind} details={details} onChange={setDetails} />
        </div>
        <button type="submit" class="primary">
          Break it
        </button>
      </form>
      {faults.length > 0 && <Armed faults={faults} />}
    </section>
  )
}

function Armed({ faults }: { faults: readonly Fault[] }) {
  return (
    <div class="armed">
      <h3>Armed</h3>
      <ul>
        {faults.map((fault) => (
          <li key={fault.id}>
            <span>
              <b>{fault.kind}</b> {fault.operation === 'any' ? '' : `(${fault.operation}) `}
              {[...particularsOf(fault), extentOf(fault)].join(', ')}
            </span>
            <ActionButton
              action="clear_faults"
              args={{ id: fault.id }}
              kind="small"
              label={`Clear ${fault.kind}`}
            >
              Clear
            </ActionButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

function particularsOf({ ms, status, after, skip }: Fault): string[] {
  return [
    ms === undefined ? '' : `${ms / 1_000} s late`,
    status === undefined ? '' : `answers ${status}`,
    after ? 'call done first' : '',
    skip > 0 ? `${skip} pass first` : '',
  ].filter((text) => text !== '')
}

function extentOf({ times, hits, ends_at: ends }: Fault): string {
  const hitsText = `struck ${hits} ${hits === 1 ? 'time' : 'times'}`
  if (ends !== undefined) {
    return `${hitsText}, ends ${toDistance(Date.parse(ends) - accountNow.value)}`
  }
  return times === 'always' ? hitsText : `struck ${hits} of ${times}`
}
