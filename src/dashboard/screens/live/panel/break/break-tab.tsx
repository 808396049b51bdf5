import { signal } from '@preact/signals'
import { ActionButton } from '../../../../components/action-button.tsx'
import { ToldLine } from '../../../../components/told-line.tsx'
import { FaultForm } from './fault-form.tsx'

/** It stays as it was left, while other tabs are open. */
const isFormOpen = signal(false)

/** The faults that testers need most, at one press. */
const presets = [
  ['Next request: 503', { kind: 'outage', times: 1 }],
  ['Next three: 503', { kind: 'outage', times: 3 }],
  ['Next creation: 409', { kind: 'collision', times: 1 }],
  ['429 for 20 s', { kind: 'burst', for: '20s' }],
  ['Slow by 3 s', { kind: 'delay', ms: 3_000, times: 'always' }],
  ['Lose next request', { kind: 'drop_before', times: 1 }],
  ['Lose next answer', { kind: 'drop_after', times: 1 }],
] as const

/** Makes requests fail. */
export function BreakTab() {
  return (
    <>
      <div class="presets" role="group" aria-label="At one press">
        {presets.map(([label, args]) => (
          <ActionButton key={label} place="break" action="arm_fault" args={args}>
            {label}
          </ActionButton>
        ))}
      </div>
      <ToldLine place="break" />
      <details
        open={isFormOpen.value}
        onToggle={({ currentTarget: { open } }) => (isFormOpen.value = open)}
      >
        <summary>Something else …</summary>
        {isFormOpen.value && <FaultForm />}
      </details>
    </>
  )
}
