import { useId } from 'preact/hooks'

type LinesFieldProps = {
  label: string
  rows: number
  value: string
  /** The problem with the value, if there is one. */
  problem: string | undefined
  onInput: (value: string) => void
}

/** A field of several lines that says below itself what is wrong with them. */
export function LinesField({ label, rows, value, problem, onInput }: LinesFieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="identifier"
        rows={rows}
        spellcheck={false}
        autocomplete="off"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <small class="problem" id={`${id}-problem`} role="status">
        {problem}
      </small>
    </div>
  )
}
