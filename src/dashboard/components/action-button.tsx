import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { isReadOnly, READ_ONLY } from '../state/host.ts'
import { perform } from '../state/perform.ts'
import { tell } from '../state/told.ts'

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
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    if (refused !== undefined) return tell(place, refused, { isFailure: true })
    if (isBusy) return
    setBusy(true)
    await perform(place, action, args)
    setBusy(false)
  }
  return (
    <button
      type="button"
      class={kind}
      aria-label={label}
      disabled={isReadOnly.value}
      aria-disabled={refused !== undefined}
      aria-busy={isBusy}
      title={isReadOnly.value ? READ_ONLY : (refused ?? label)}
      onClick={() => void press()}
    >
      {children}
    </button>
  )
}
