export type Options<Value extends string> = readonly (readonly [value: Value, label: string])[]

export type Choosing<Value extends string> = {
  value: Value
  onChange: (value: Value) => void
  options?: Options<Value>
  /** Values under headings; one without values is left out. */
  groups?: readonly (readonly [heading: string, options: Options<Value>])[]
}

type SelectProps<Value extends string> = Choosing<Value> & {
  /** Its name for screen readers, where no words stand beside it. */
  label?: string
  /** The reason why the value cannot be changed, if it cannot, and the id of the element that says so. */
  fixed?: { why: string; id: string } | undefined
}

/** A list of values, each with its label. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options = [], groups = [], label, fixed } = props
  const toOption = ([option, text]: Options<Value>[number]) => (
    <option key={option} value={option} disabled={fixed !== undefined && option !== value}>
      {text}
    </option>
  )
  // A fixed list can have the focus, so that everybody can learn why.
  return (
    <select
      value={value}
      aria-label={label}
      aria-disabled={fixed !== undefined}
      aria-describedby={fixed?.id}
      title={fixed?.why}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    >
      {options.map(toOption)}
      {groups.map(
        ([heading, some]) =>
          some.length > 0 && (
            <optgroup key={heading} label={heading}>
              {some.map(toOption)}
            </optgroup>
          ),
      )}
    </select>
  )
}
