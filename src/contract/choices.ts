import { inputBounds } from './bounds.ts'
import { choices, type ChoiceRow, type ChoiceValue } from './choice-table.ts'
import type { Checked, Complaint } from './complaint.ts'
import { notOneOf, shown } from './fields.ts'
import { nearestOf } from './nearest.ts'

export type ChoiceId = keyof typeof choices

type ValueOf<Row extends ChoiceRow> = Row extends { also: object }
  ? Widened<Row['default']>
  : Widened2<Row['default'] | Row['alternatives'][number]['value']>
type Widened<T> = T extends string ? string : number
type Widened2<T> = T extends true | false ? boolean : T

/** One value for every choice. */
export type Choices = { [Id in ChoiceId]: ValueOf<(typeof choices)[Id]> }

export const choiceIds = Object.keys(choices) as ChoiceId[]

/** What we do unless told otherwise. */
export const defaultChoices = Object.fromEntries(
  choiceIds.map((id) => [id, choices[id].default]),
) as Choices

/** The rows as the rest of the program reads them: one type for all. */
export function choiceRow(id: ChoiceId): ChoiceRow {
  return choices[id]
}

/** The values that a choice can take, the default first. */
export function valuesOf(id: ChoiceId): ChoiceValue[] {
  const row = choiceRow(id)
  return [row.default, ...row.alternatives.map((alternative) => alternative.value)]
}

/**
 * Checks choices as given in a scenario, an action or a flag (there, values are texts).
 * Unknown ids and values are named with what is allowed.
 */
export function checkChoices(given: Record<string, unknown>): Checked<Partial<Choices>> {
  const value: Record<string, ChoiceValue> = {}
  const complaints: Complaint[] = []
  for (const [id, wanted] of Object.entries(given)) {
    if (complaints.length >= inputBounds.problemsTold.max) break
    if (!Object.hasOwn(choices, id)) {
      const near = nearestOf(id, choiceIds)
      const hint = near ? `; did you mean ${near}?` : '; see alias-sandbox choices'
      complaints.push({ path: [id], message: `is not a choice${hint}`, isKey: true })
      continue
    }
    const known = acceptedValue(id as ChoiceId, wanted)
    if (known !== undefined) value[id] = known
    else complaints.push({ path: [id], message: refusalOf(id as ChoiceId, wanted) })
  }
  const [first, ...rest] = complaints
  if (first) return { ok: false, complaints: [first, ...rest] }
  return { ok: true, value }
}

function acceptedValue(id: ChoiceId, wanted: unknown): ChoiceValue | undefined {
  const listed = valuesOf(id).find((value) => value === wanted || String(value) === wanted)
  if (listed !== undefined) return listed
  const { also } = choiceRow(id)
  const typed = typeof wanted === 'string' && /^\d+$/.test(wanted) ? Number(wanted) : wanted
  return also?.accepts(typed as ChoiceValue) ? (typed as ChoiceValue) : undefined
}

function refusalOf(id: ChoiceId, wanted: unknown): string {
  const { also } = choiceRow(id)
  if (also) return `${shown(wanted)} is not ${also.what}`
  return notOneOf(wanted, valuesOf(id).map(String))
}
