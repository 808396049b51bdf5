import { useState } from 'preact/hooks'
import { Form } from '../../../../components/form/form.tsx'
import { faultNote, faultSentence } from '../../../../../words/faults.ts'
import { toNumber } from '../../../../../text/numbers.ts'
import { account } from '../../../../state/store.ts'
import { perform } from '../../../../state/perform.ts'
import { emptyEntry, readEntry, secondsOf, type FaultEntry, type Problems } from './fault-entry.ts'
import { WhatFields, WhenFields } from './fault-fields.tsx'

/** Arms what no button arms, and says so before. */
export function FaultForm() {
  const [entry, setEntry] = useState<FaultEntry>(emptyEntry)
  const change = (changed: Partial<FaultEntry>) => setEntry({ ...entry, ...changed })
  const read = readEntry(entry)
  const problems: Problems = 'problems' in read ? read.problems : {}
  const arm = (form: HTMLFormElement) => {
    if ('args' in read) void perform('break', 'arm_fault', read.args)
    else form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <Form isChecked onSubmit={arm}>
      <WhatFields entry={entry} problems={problems} change={change} />
      <WhenFields entry={entry} problems={problems} change={change} />
      <p class="hint" role="status">
        {'args' in read ? (
          <>
            This arms: {faultSentence(read.args)}. {faultNote(read.args, secondsOf(entry))}{' '}
            {entry.extent === 'for' && clockNote()}
          </>
        ) : (
          'Correct the marked field first; nothing is armed.'
        )}
      </p>
      <button type="submit">Break it</button>
    </Form>
  )
}

/** A time that is entered passes on the account's clock. */
function clockNote(): string {
  const { mode, scale } = account.value!.clock
  if (mode === 'frozen') return 'The account’s clock is stopped: this time passes when you move it.'
  return scale === 1 ? '' : `The account’s clock runs ${toNumber(scale)} times as fast.`
}
