import type { ComponentChildren } from 'preact'

type FormProps = {
  onSubmit: (form: HTMLFormElement) => unknown
  /** Its name for screen readers. */
  label?: string
  class?: string
  /** Are the values checked by the page itself, not by the browser? */
  isChecked?: boolean
  onFocusOut?: () => void
  children: ComponentChildren
}

/** A form whose input the page sends; the browser only says when. */
export function Form(props: FormProps) {
  const { onSubmit, label, class: look = 'stack', isChecked, onFocusOut, children } = props
  return (
    <form
      class={look}
      aria-label={label}
      noValidate={isChecked}
      onFocusOut={onFocusOut}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(event.currentTarget)
      }}
    >
      {children}
    </form>
  )
}
