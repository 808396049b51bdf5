import type { ComponentChildren } from 'preact'
import { isReadOnly, READ_ONLY } from '../state/host.ts'
import { perform } from '../state/perform.ts'
import { tell } from '../state/told.ts'
import { usePress } from './use-press.ts'

type ActionButtonProps = {
  /** The place that says what came of it. */
  place: string
  action: string
  args?: object
  kind?: 'primary' | 'danger' | 'quiet' | undefined
  /** The words of a button that shows a picture, or what it does to which thing. */
  label?: string
  /** The reason why the action cannot work now: that is what the button says then. */
  refused?: string | undefined
  children: ComponentChildren
}

/** Performs an action on the account, once at a time. */
export function ActionButton(props: ActionButtonProps) {
  const { place, action, args, kind, label, refused, children } = props
  const { isBusy, press } = usePress(() => perform(place, action, args))
  const sayWhyNot = () => tell(place, refused ?? '', { isFailure: true })
  return (
    <button
      type="button"
      class={kind}
      aria-label={label}
      disabled={isReadOnly.value}
      aria-disabled={refused !== undefined}
      aria-busy={isBusy}
      title={isReadOnly.value ? READ_ONLY : (refused ?? label)}
      onClick={refused === undefined ? press : sayWhyNot}
    >
      {children}
    </button>
  )
}
