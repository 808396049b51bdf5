import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type DialogProps = {
  title: string
  /** What the button says that does it. */
  action: string
  isDangerous?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}

/** A question that waits for an answer; Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, action, isDangerous, onSubmit, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
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
