import { useState } from 'preact/hooks'
import { TextField } from '../../../components/form/field.tsx'
import {
  problemOf,
  readCount,
  readNumber,
  type FieldInput,
} from '../../../components/form/field-input.ts'
import { Form } from '../../../components/form/form.tsx'
import { Select } from '../../../components/form/select.tsx'
import { perform } from '../../../state/perform.ts'

const units = [
  ['s', 'seconds'],
  ['m', 'minutes'],
  ['h', 'hours'],
  ['d', 'days'],
] as const

type Unit = (typeof units)[number][0]

/** The most of each unit that one leap may cover: ten years. */
const most: Record<Unit, number> = { s: 315_576_000, m: 5_259_600, h: 87_660, d: 3_652 }

/** Moves the clock by any time. */
export function MoveForward() {
  const [unit, setUnit] = useState<Unit>('m')
  return (
    <NumberForm
      label="Forward by"
      initial="15"
      read={(text) => readCount(text, 1, most[unit])}
      submit={(count) => perform('clock', 'advance_clock', { by: `${count}${unit}` })}
      button="Advance"
    >
      <Select label="Unit of time" value={unit} options={units} onChange={setUnit} />
    </NumberForm>
  )
}

const MIN_SCALE = 0.001
const MAX_SCALE = 1_000_000

/** Lets the clock run at any speed. */
export function RunFaster() {
  return (
    <NumberForm
      label="Times as fast as real time"
      initial="100"
      read={(text) => readNumber(text, MIN_SCALE, MAX_SCALE)}
      submit={(scale) => perform('clock', 'resume_clock', { scale })}
      button="Run at this speed"
    />
  )
}

type NumberFormProps = {
  label: string
  initial: string
  read: (text: string) => FieldInput<number>
  submit: (value: number) => Promise<unknown>
  button: string
  children?: preact.ComponentChildren
}

/** A form with one number. Nothing is sent while the number is wrong. */
function NumberForm({ label, initial, read, submit, button, children }: NumberFormProps) {
  const [text, setText] = useState(initial)
  const entered = read(text)
  return (
    <Form class="" isChecked onSubmit={() => 'value' in entered && submit(entered.value)}>
      <TextField
        label={label}
        inputMode="decimal"
        value={text}
        problem={problemOf(entered)}
        onInput={setText}
      >
        {children}
        <button type="submit">{button}</button>
      </TextField>
    </Form>
  )
}
