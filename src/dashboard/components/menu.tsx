import type { ComponentChildren } from 'preact'
import { openDialog, type DialogName } from '../state/open-dialog.ts'
import { Popup } from './popup.tsx'

type MenuProps = {
  name: DialogName
  /** The words of the button in the header. */
  label: ComponentChildren
  title: string
  children: ComponentChildren
}

/** A button of the header with the dialog that it opens. */
export function Menu({ name, label, title, children }: MenuProps) {
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => (openDialog.value = name)}>
        {label}
      </button>
      {openDialog.value === name && (
        <Popup title={title} onClose={() => (openDialog.value = null)}>
          {children}
        </Popup>
      )}
    </>
  )
}
