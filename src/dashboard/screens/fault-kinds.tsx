import type { Fault, FaultInput } from '../state/types.ts'

export type FaultKind = Fault['kind']

/** The arguments that this kind takes beside those of all faults. */
type ArgumentOf<Kind extends FaultKind> = Exclude<
  keyof Extract<FaultInput, { kind: Kind }>,
  'kind' | 'operation' | 'times' | 'skip' | 'for'
>

/** How the form asks for an argument, and what the list of armed faults says of it; "" for nothing. */
type Field = { label: string; describe: (fault: Fault) => string } & (
  | { input: 'number'; initial: number; min: number; max: number; unit: number }
  /** The one that the fault has by itself comes first. */
  | { input: 'choice'; options: readonly [number, ...number[]] }
  | { input: 'check' }
)

type KindRow<Kind extends FaultKind> = {
  /** What goes wrong, in plain words. */
  words: string
  onlyCreates?: true
} & ([ArgumentOf<Kind>] extends [never]
  ? { fields?: never }
  : { fields: Readonly<Record<ArgumentOf<Kind>, Field>> })

const secondsLate: Field = {
  label: 'Seconds late',
  input: 'number',
  initial: 3,
  min: 0.001,
  max: 600,
  unit: 1_000,
  describe: ({ ms = 0 }) => `${ms / 1_000} s late`,
}
const callDoneFirst: Field = {
  label: 'The call is done first',
  input: 'check',
  describe: ({ after }) => (after ? 'call done first' : ''),
}
const statusOf = (...options: [number, ...number[]]): Field => ({
  label: 'Status',
  input: 'choice',
  options,
  describe: ({ status }) => (status === undefined ? '' : `answers ${status}`),
})

const kinds: { [Kind in FaultKind]: KindRow<Kind> } = {
  outage: { words: '503 the service is closed' },
  burst: { words: '429 too many calls this minute' },
  daily_cap: { words: '429 too many creations today', onlyCreates: true },
  collision: { words: '409 no free address found', onlyCreates: true },
  invalid_key: { words: '401 the key is not valid' },
  plan_past_due: { words: '403 a payment failed' },
  plan_canceled: { words: '403 the plan is canceled' },
  plan_required: { words: '403 a paid plan is needed' },
  draw_collision: { words: 'one address draw collides, unseen', onlyCreates: true },
  server_error: {
    words: '5xx the service breaks',
    fields: { status: statusOf(500, 502, 504), after: callDoneFirst },
  },
  garbage: {
    words: 'a proxy answers HTML',
    fields: { status: statusOf(502, 500, 503, 404, 200) },
  },
  delay: { words: 'the answer comes late', fields: { ms: secondsLate } },
  drop_before: { words: 'connection cut, nothing done' },
  drop_after: { words: 'connection cut, call was done' },
  hang: { words: 'no answer ever', fields: { after: callDoneFirst } },
  truncate: { words: 'the answer breaks off halfway' },
}

export const faultKinds = Object.keys(kinds) as FaultKind[]

export function wordsOf(kind: FaultKind): string {
  return kinds[kind].words
}

/** Can this kind go wrong in creations only? */
export function isOnlyForCreates(kind: FaultKind): boolean {
  return kinds[kind].onlyCreates === true
}

/** What was typed or chosen, by kind and argument; nothing where the form is as it was opened. */
export type Entered = Readonly<Record<string, string>>

/** What `arm_fault` takes for this kind beside the common arguments. */
export function argumentsOf(kind: FaultKind, entered: Entered): object {
  const values = fieldsOf(kind).map(([name, field]) => {
    const text = textOf(kind, name, field, entered)
    if (field.input === 'check') return [name, text === CHECKED ? true : undefined]
    return [name, field.input === 'number' ? Math.round(Number(text) * field.unit) : Number(text)]
  })
  return Object.fromEntries(values) as object
}

/** What of an armed fault belongs to its kind, each as half a sentence. */
export function describeArguments(fault: Fault): string[] {
  return fieldsOf(fault.kind).map(([, field]) => field.describe(fault))
}

const CHECKED = 'checked'

function fieldsOf(kind: FaultKind): [name: string, field: Field][] {
  return Object.entries(kinds[kind].fields ?? {})
}

function textOf(kind: FaultKind, name: string, field: Field, entered: Entered): string {
  const text = entered[`${kind}.${name}`]
  if (text !== undefined || field.input === 'check') return text ?? ''
  return String(field.input === 'number' ? field.initial : field.options[0])
}

/** An input for each argument that belongs to this kind; nothing for most. */
export function ArgumentFields({
  kind,
  entered,
  onChange,
}: {
  kind: FaultKind
  entered: Entered
  onChange: (entered: Entered) => void
}) {
  return (
    <>
      {fieldsOf(kind).map(([name, field]) => (
        <ArgumentField
          key={`${kind}.${name}`}
          field={field}
          text={textOf(kind, name, field, entered)}
          onChange={(text) => onChange({ ...entered, [`${kind}.${name}`]: text })}
        />
      ))}
    </>
  )
}

function ArgumentField({
  field,
  text,
  onChange,
}: {
  field: Field
  text: string
  onChange: (text: string) => void
}) {
  if (field.input === 'check') {
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={text === CHECKED}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? CHECKED : '')}
        />
        <span>{field.label}</span>
      </label>
    )
  }
  return (
    <label class="field">
      <span>{field.label}</span>
      {field.input === 'number' ? (
        <input
          type="number"
          min={field.min}
          max={field.max}
          step="any"
          required
          value={text}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <select value={text} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </label>
  )
}
