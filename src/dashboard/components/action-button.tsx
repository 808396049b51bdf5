import { perform } from '../state/perform.ts'

type ActionButtonProps = {
  action: string
  args?: object
  kind?: 'primary' | 'danger'
  label?: string
  /** Why the action cannot work now; the button is disabled and says so. */
  refused?: string | undefined
  children: string
}

/** Runs an action of the control API on the account; the line at the bottom says what it changed. */
export function ActionButton({ action, args, kind, label, refused, children }: ActionButtonProps) {
  return (
    <button
      type="button"
      class={kind}
      aria-label={label}
      aria-disabled={refused !== undefined}
      title={refused}
      onClick={() => refused === undefined && void perform(action, args)}
    >
      {children}
    </button>
  )
}
