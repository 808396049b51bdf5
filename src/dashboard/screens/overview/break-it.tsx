import { useState } from 'preact/hooks'
import { ActionButton } from '../../components/action-button.tsx'
import { toDistance } from '../../labels/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { perform } from '../../state/perform.ts'
import type { Fault } from '../../state/types.ts'
import {
  ArgumentFields,
  argumentsOf,
  describeArguments,
  faultKinds,
  isOnlyForCreates,
  wordsOf,
  type Entered,
  type FaultKind,
} from './fault-kinds.tsx'

/** Arms a fault for the next calls or for some time, and lists the armed faults. */
export function BreakIt() {
  const [kind, setKind] = useState<FaultKind>('outage')
  const [operation, setOperation] = useState('any')
  const [amount, setAmount] = useState('2')
  const [skip, setSkip] = useState('0')
  const [entered, setEntered] = useState<Entered>({})
  const arm = () => {
    const isLong = /[smh]$/.test(amount)
    const extent = amount === 'always' ? { times: 'always' } : isLong ? { for: amount } : {}
    const times = Number(amount)
    void perform('arm_fault', {
      kind,
      operation: isOnlyForCreates(kind) ? 'create' : operation,
      ...(Number.isInteger(times) ? { times } : extent),
      ...(skip !== '0' && { skip: Number(skip) }),
      ...argumentsOf(kind, entered),
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
          <select
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as FaultKind)}
          >
            {faultKinds.map((name) => (
              <option key={name} value={name}>
                {wordsOf(name)}
              </option>
            ))}
          </select>
        </label>
        <div class="row">
          <label class="field">
            <span>Which calls</span>
            <select
              value={isOnlyForCreates(kind) ? 'create' : operation}
              disabled={isOnlyForCreates(kind)}
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
            <span>Calls to skip first</span>
            <input
              type="number"
              min="0"
              max="1000000"
              required
              value={skip}
              onInput={({ currentTarget }) => setSkip(currentTarget.value)}
            />
          </label>
          <ArgumentFields kind={kind} entered={entered} onChange={setEntered} />
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
              {toDetails(fault)}
            </span>
            <ActionButton
              action="clear_faults"
              args={{ id: fault.id }}

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

/** Such as `status 504, call processed first, applied 0 of 2 times`. */
function toDetails(fault: Fault): string {
  const skips = fault.skip > 0 ? `skips ${fault.skip} first` : ''
  const details = [...describeArguments(fault), skips, extentOf(fault)]
  return details.filter((text) => text !== '').join(', ')
}

function extentOf({ times, hits, ends_at: ends }: Fault): string {
  const hitsText = `applied ${hits} ${hits === 1 ? 'time' : 'times'}`
  if (ends !== undefined) {
    return `${hitsText}, ends ${toDistance(Date.parse(ends) - accountNow.value)}`
  }
  return times === 'always' ? hitsText : `applied ${hits} of ${times} times`
}
