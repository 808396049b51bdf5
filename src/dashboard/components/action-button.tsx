import { perform } from '../state/state.ts'

type ActionButtonProps = {
  action: string
  args?: object
  kind?: 'primary' | 'danger' | 'small'
  label?: string
  children: string
}

/** Runs an action of the control API on the account; the notice bar shows errors. */
export function ActionButton({ action, args, kind, label, children }: ActionButtonProps) {
  return (
    <button
      type="button"
      class={kind}
      aria-label={label}
      onClick={() => void perform(action, args)}
    >
      {children}
    </button>
  )
}
