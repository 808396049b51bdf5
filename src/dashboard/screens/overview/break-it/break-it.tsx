import { signal } from '@preact/signals'
import { ActionButton } from '../../../components/action-button.tsx'
import { FoldingCard } from '../../../components/folding-card.tsx'
import { lazy } from '../../../components/lazy.tsx'
import { toNumber } from '../../../../text/numbers.ts'
import { account } from '../../../state/account.ts'
import { Armed } from './armed.tsx'

const FaultForm = lazy(async () => (await import('./fault-form.tsx')).FaultForm)

/** It stays as it was left, while other screens are open. */
const isFormOpen = signal(false)

/** The faults that testers need most, at one press. */
const presets = [
  ['429 for 20 s', { kind: 'burst', for: '20s' }],
  ['Next call fails with 503', { kind: 'outage', times: 1 }],
  ['Next answer gets lost', { kind: 'drop_after', times: 1 }],
  ['Slow by 3 s', { kind: 'delay', ms: 3_000, times: 'always' }],
] as const

/** Makes calls fail as the tester describes it, and lists what is armed. */
export function BreakIt() {
  const armed = account.value!.faults.length
  return (
    <FoldingCard
      id="break-it"
      title="Break it"
      state={armed === 0 ? 'Nothing is armed' : `${toNumber(armed)} armed`}
    >
      <div class="row" role="group" aria-label="At one press">
        {presets.map(([label, args]) => (
          <ActionButton key={label} action="arm_fault" args={args}>
            {label}
          </ActionButton>
        ))}
      </div>
      <details
        open={isFormOpen.value}
        onToggle={({ currentTarget: { open } }) => (isFormOpen.value = open)}
      >
        <summary>Something else …</summary>
        {isFormOpen.value && <FaultForm />}
      </details>
      <Armed />
    </FoldingCard>
  )
}
