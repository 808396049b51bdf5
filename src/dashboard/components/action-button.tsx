import { perform } from '../state/state.ts'

type ActionButtonProps = {
  action: string
  args?: object
  kind?: 'primary' | 'danger' | 'small'
  label?: string
  children: string
}

/** Performs an action of the control API on the account; what is refused is told below. */
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
