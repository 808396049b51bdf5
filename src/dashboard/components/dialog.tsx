import type { ComponentChildren } from 'preact'
import { Form } from './form/form.tsx'
import { Popup } from './popup.tsx'

type DialogProps = {
  title: string
  /** The label of the submit button. */
  action: string
  isDangerous?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}

/** A question over the page, with a button for each answer. */
export function Dialog({ title, action, isDangerous, onSubmit, onClose, children }: DialogProps) {
  return (
    <Popup title={title} onClose={onClose}>
      <Form class="" onSubmit={onSubmit}>
        {children}
        <div class="row end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class={isDangerous ? 'danger' : 'primary'}>
            {action}
          </button>
        </div>
      </Form>
    </Popup>
  )
}
