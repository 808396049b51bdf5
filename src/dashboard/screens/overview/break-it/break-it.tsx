import { useRef, useState } from 'preact/hooks'
import { ActionButton } from '../../../components/action-button.tsx'
import { withFullStop } from '../../../../words/capitals.ts'
import { faultNote, faultSentence } from '../../../../words/faults.ts'
import { toNumber } from '../../../../words/numbers.ts'
import { account } from '../../../state/account.ts'
import { perform } from '../../../state/perform.ts'
import { Armed } from './armed.tsx'
import { emptyEntry, readEntry, secondsOf, type FaultEntry, type Problems } from './fault-entry.ts'
import { WhatFields, WhenFields } from './fault-fields.tsx'

/** What testers need most, at one press. */
const presets = [
  ['429 for 20 s', { kind: 'burst', for: '20s' }],
  ['Next call fails with 503', { kind: 'outage', times: 1 }],
  ['Next answer gets lost', { kind: 'drop_after', times: 1 }],
  ['Slow by 3 s', { kind: 'delay', ms: 3_000, times: 'always' }],
] as const

/** Makes calls fail as the tester describes it, and lists what is armed. */
export function BreakIt() {
  return (
    <section class="card" aria-labelledby="break-it">
      <h2 id="break-it">Break it</h2>
      <div class="row" role="group" aria-label="At one press">
        {presets.map(([label, args]) => (
          <ActionButton key={label} action="arm_fault" args={args}>
            {label}
          </ActionButton>
        ))}
      </div>
      <FaultForm />
      <Armed />
    </section>
  )
}

function FaultForm() {
  const [entry, setEntry] = useState<FaultEntry>(emptyEntry)
  const form = useRef<HTMLFormElement>(null)
  const change = (changed: Partial<FaultEntry>) => setEntry({ ...entry, ...changed })
  const read = readEntry(entry)
  const problems: Problems = 'problems' in read ? read.problems : {}
  const arm = () => {
    if ('args' in read) void perform('arm_fault', read.args)
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <form
      ref={form}
      class="stack break-it"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        arm()
      }}
    >
      <WhatFields entry={entry} problems={problems} change={change} />
      <WhenFields entry={entry} problems={problems} change={change} />
      <p class="preview" role="status">
        {'args' in read ? (
          <>
            <b>{withFullStop(faultSentence(read.args))}</b> {faultNote(read.args, secondsOf(entry))}{' '}
            {entry.extent === 'for' && clockNote()}
          </>
        ) : (
          'Correct the marked field first; nothing is armed.'
        )}
      </p>
      <button type="submit" class="primary">
        Break it
      </button>
    </form>
  )
}

/** A time that is entered passes on the account's clock. */
function clockNote(): string {
  const { mode, scale } = account.value!.clock
  if (mode === 'frozen') return 'The account’s clock is stopped: this time passes when you move it.'
  return scale === 1 ? '' : `The account’s clock runs ${toNumber(scale)} times as fast.`
}
