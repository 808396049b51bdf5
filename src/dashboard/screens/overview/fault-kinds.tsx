import type { Fault, FaultInput } from '../../state/types.ts'

export type FaultKind = Fault['kind']

/** The arguments of this kind in addition to the common ones. */
type ArgumentOf<Kind extends FaultKind> = Exclude<
  keyof Extract<FaultInput, { kind: Kind }>,
  'kind' | 'operation' | 'times' | 'skip' | 'for'
>

/** The input for an argument, and its text in the list of armed faults ("" for none). */
type Field = { label: string; describe: (fault: Fault) => string } & (
  | { input: 'number'; initial: number; min: number; max: number; unit: number }
  /** The default comes first. */
  | { input: 'choice'; options: readonly [number, ...number[]] }
  | { input: 'check' }
)

type KindRow<Kind extends FaultKind> = {
  /** The label of the kind. */
  words: string
  onlyCreates?: true
} & ([ArgumentOf<Kind>] extends [never]
  ? { fields?: never }
  : { fields: Readonly<Record<ArgumentOf<Kind>, Field>> })

const delaySeconds: Field = {
  label: 'Delay in seconds',
  input: 'number',
  initial: 3,
  min: 0.001,
  max: 600,
  unit: 1_000,
  describe: ({ ms = 0 }) => `${ms / 1_000} s delay`,
}
const processFirst: Field = {
  label: 'Process the call first',
  input: 'check',
  describe: ({ after }) => (after ? 'call processed first' : ''),
}
const statusOf = (...options: [number, ...number[]]): Field => ({
  label: 'Status',
  input: 'choice',
  options,
  describe: ({ status }) => (status === undefined ? '' : `status ${status}`),
})

const kinds: { [Kind in FaultKind]: KindRow<Kind> } = {
  outage: { words: '503 service unavailable' },
  burst: { words: '429 too many calls this minute' },
  daily_cap: { words: '429 too many aliases created today', onlyCreates: true },
  collision: { words: '409 no free address found', onlyCreates: true },
  invalid_key: { words: '401 invalid API key' },
  plan_past_due: { words: '403 payment failed' },
  plan_canceled: { words: '403 plan canceled' },
  plan_required: { words: '403 paid plan required' },
  draw_collision: { words: 'one random address is taken, retried unnoticed', onlyCreates: true },
  server_error: {
    words: '5xx server error',
    fields: { status: statusOf(500, 502, 504), after: processFirst },
  },
  garbage: {
    words: 'HTML error page from a proxy',
    fields: { status: statusOf(502, 500, 503, 404, 200) },
  },
  delay: { words: 'slow response', fields: { ms: delaySeconds } },
  drop_before: { words: 'connection lost before the call was processed' },
  drop_after: { words: 'connection lost after the call was processed' },
  hang: { words: 'response never arrives', fields: { after: processFirst } },
  truncate: { words: 'response cut off halfway' },
}

export const faultKinds = Object.keys(kinds) as FaultKind[]

export function wordsOf(kind: FaultKind): string {
  return kinds[kind].words
}

/** Whether this kind affects only creations. */
export function isOnlyForCreates(kind: FaultKind): boolean {
  return kinds[kind].onlyCreates === true
}

/** The values that the user has entered, by kind and argument. */
export type Entered = Readonly<Record<string, string>>

/** The arguments of `arm_fault` for this kind in addition to the common ones. */
export function argumentsOf(kind: FaultKind, entered: Entered): object {
  const values = fieldsOf(kind).map(([name, field]) => {
    const text = textOf(kind, name, field, entered)
    if (field.input === 'check') return [name, text === CHECKED ? true : undefined]
    return [name, field.input === 'number' ? Math.round(Number(text) * field.unit) : Number(text)]
  })
  return Object.fromEntries(values) as object
}

/** The texts for the arguments of an armed fault that belong to its kind. */
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

/** An input for each argument of this kind; most kinds have none. */
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
