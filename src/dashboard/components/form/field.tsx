import type { ComponentChildren, PartialInputHTMLAttributes, TextareaHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'
import { Select, type Choosing } from './select.tsx'

type EnteredText = {
  label: string
  value: string
  onInput: (value: string) => void
  /** The problem with the value, undefined if there is none; absent of a field that takes any text. */
  problem?: string | undefined
}

type TextFieldProps = EnteredText &
  Pick<
    PartialInputHTMLAttributes<HTMLInputElement>,
    'autocapitalize' | 'dir' | 'inputMode' | 'maxLength' | 'placeholder' | 'required' | 'spellcheck'
  > & {
    type?: 'text' | 'search' | 'email'
    /** The id of a list of values to choose from. */
    list?: string | undefined
    /** Only for screen readers: the words around the field say what it is. */
    isLabelHidden?: boolean
    /** Content behind the field, such as a unit. */
    children?: ComponentChildren
  }

/** A field of one line. */
export function TextField(props: TextFieldProps) {
  const { label, onInput, problem: _problem, isLabelHidden, children, list, ...input } = props
  const id = useId()
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'unseen' : undefined}>
        {label}
      </label>
      <div class="with-unit">
        <input
          id={id}
          list={list}
          autocomplete="off"
          {...input}
          {...checkedBy(id, props)}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
        {children}
      </div>
      <Problem id={id} of={props} />
    </div>
  )
}

type LinesFieldProps = EnteredText & Omit<TextareaHTMLAttributes, keyof EnteredText | 'children'>

/** A field of several lines. */
export function LinesField(props: LinesFieldProps) {
  const { label, onInput, problem: _problem, ...area } = props
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        autocomplete="off"
        {...area}
        {...checkedBy(id, props)}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <Problem id={id} of={props} />
    </div>
  )
}

function checkedBy(id: string, props: EnteredText) {
  if (!('problem' in props)) return {}
  return { 'aria-invalid': props.problem !== undefined, 'aria-describedby': `${id}-problem` }
}

/** A checked field says below itself what is wrong with its value. */
function Problem({ id, of }: { id: string; of: EnteredText }) {
  if (!('problem' in of)) return null
  return (
    <small class="problem" id={`${id}-problem`} role="status">
      {of.problem}
    </small>
  )
}

type ChoiceFieldProps<Value extends string> = Choosing<Value> & {
  label: string
  /** The reason why the value cannot be changed, if it cannot. */
  fixed?: string | undefined
}

/** A field with a list of values. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, fixed, ...list } = props
  const id = useId()
  return (
    <label class="field">
      <span>{label}</span>
      <Select {...list} fixed={fixed === undefined ? undefined : { why: fixed, id }} />
      {fixed !== undefined && (
        <small id={id} hidden>
          {fixed}
        </small>
      )}
    </label>
  )
}
