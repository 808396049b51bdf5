import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { openDialog, type DialogName } from '../state/open-dialog.ts'

type MenuProps = {
  name: DialogName
  /** The words of the button in the header. */
  label: ComponentChildren
  title: string
  children: ComponentChildren
}

/** A button of the header with the dialog that it opens. Escape and a press beside the dialog close it. */
export function Menu({ name, label, title, children }: MenuProps) {
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => (openDialog.value = name)}>
        {label}
      </button>
      {openDialog.value === name && <Opened title={title}>{children}</Opened>}
    </>
  )
}

function Opened({ title, children }: Pick<MenuProps, 'title' | 'children'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close() // the browser returns the focus only if the dialog is closed
  }, [])
  const close = () => (openDialog.value = null)
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={close}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <header class="row spread">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={close}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  )
}
