import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

type DialogProps = {
  title: string
  /** The label of the submit button. */
  action: string
  isDangerous?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, action, isDangerous, onSubmit, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close() // the browser returns the focus only if the dialog is closed
  }, [])
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <h2>{title}</h2>
        {children}
        <div class="row end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class={isDangerous ? 'danger' : 'primary'}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
