import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

type PopupProps = {
  title: string
  onClose: () => void
  /** It comes up from the bottom, and its content says what it is. */
  isSheet?: boolean
  children: ComponentChildren
}

/** A dialog over the page. Escape and a press beside it close it, and the focus returns to where it was. */
export function Popup({ title, onClose, isSheet = false, children }: PopupProps) {
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
  /** The browser says so a moment later, when the next dialog may be open. */
  const closed = () => {
    if (!isGone.current) onClose()
  }
  return (
    <dialog
      ref={dialog}
      class={isSheet ? 'panel sheet' : undefined}
      aria-label={title}
      onClose={closed}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      {!isSheet && (
        <div class="row spread">
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </div>
      )}
      {children}
      {isSheet && (
        <button type="button" class="quiet" onClick={onClose}>
          Close
        </button>
      )}
    </dialog>
  )
}
