import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { isPerforming, perform } from '../state/perform.ts'

type ActionButtonProps = {
  action: string
  args?: object
  kind?: 'primary' | 'danger' | 'quiet' | undefined
  label?: string
  /** Why the action cannot work now; the button is disabled and says so. */
  refused?: string | undefined
  /** A picture before the words, or in place of them: then `label` has the words. */
  icon?: ComponentChildren
  children?: string
}

/** Runs an action of the control API on the account; the line at the bottom says what it changed. */
export function ActionButton(props: ActionButtonProps) {
  const { action, args, kind, label, refused, icon, children } = props
  const id = useId()
  return (
    <>
      <button
        type="button"
        class={kind}
        aria-label={label}
        aria-disabled={refused !== undefined}
        aria-busy={isPerforming(action, args)}
        aria-describedby={refused === undefined ? undefined : id}
        title={refused ?? (children === undefined ? label : undefined)}
        onClick={() => refused === undefined && void perform(action, args)}
      >
        {icon}
        {children}
      </button>
      {refused !== undefined && (
        <span id={id} class="unseen">
          {refused}
        </span>
      )}
    </>
  )
}
