import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

type TextFieldProps = {
  label: string
  value: string
  onInput: (value: string) => void
  /** The problem with the value, if there is one. */
  problem?: string | undefined
  placeholder?: string
  /** Only for screen readers: the words around the field say what it is. */
  isLabelHidden?: boolean
  /** Shows the keys for digits on a touch screen. */
  mode?: 'numeric' | 'decimal'
  /** Content behind the field, such as a unit. */
  children?: ComponentChildren
}

/** A field that says below itself what is wrong with its value. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    value,
    onInput,
    problem,
    isLabelHidden = false,
    mode,
    placeholder,
    children,
  } = props
  const id = useId()
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'unseen' : undefined}>
        {label}
      </label>
      <div class="with-unit">
        <input
          id={id}
          inputMode={mode}
          autocomplete="off"
          maxLength={100}
          placeholder={placeholder}
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
        {children}
      </div>
      <small class="problem" id={`${id}-problem`} role="status">
        {problem}
      </small>
    </div>
  )
}

type ChoiceFieldProps<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
  /** The reason why the value cannot be changed, if it cannot. */
  fixed?: string | undefined
}

/** A list of values, each with its label. */
export function ChoiceField<Value extends string>({
  label,
  value,
  options,
  onChange,
  fixed,
}: ChoiceFieldProps<Value>) {
  const id = useId()
  const isFixed = fixed !== undefined
  // A fixed list can have the focus, so that everybody can learn why.
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={value}
        aria-disabled={isFixed}
        aria-describedby={isFixed ? id : undefined}
        title={fixed}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} disabled={isFixed && option !== value}>
            {text}
          </option>
        ))}
      </select>
      {isFixed && (
        <small id={id} hidden>
          {fixed}
        </small>
      )}
    </label>
  )
}
