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
  const isGone = useRef(false)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => {
      isGone.current = true
      opened?.close() // the browser returns the focus only if the dialog is closed
    }
  }, [])
  /** The browser says so a moment later, when the next dialog may stand there. */
  const closed = () => {
    if (!isGone.current) onClose()
  }
  return (
    <dialog ref={dialog} aria-label={title} onClose={closed}>
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
