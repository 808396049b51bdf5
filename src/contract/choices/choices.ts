import { aliasChoices } from './aliases.ts'
import { billingChoices } from './billing.ts'
import { bodyChoices } from './bodies.ts'
import type { ChoiceRow, ChoiceValue } from './choice-row.ts'
import { errorChoices } from './errors.ts'
import { limitChoices } from './limits.ts'
import { listingChoices } from './listing.ts'
import { mailChoices } from './mail.ts'
import { MAX_REPORTED, type Check, type ValidationIssue } from '../values/validation-issue.ts'
import { formatValue, invalidChoice, mustBe } from '../values/fields.ts'
import { nearestOf } from '../values/nearest.ts'

/** Every choice by its id, topic by topic; this order is the order in the documentation. */
const choices = {
  ...listingChoices,
  ...aliasChoices,
  ...bodyChoices,
  ...limitChoices,
  ...billingChoices,
  ...mailChoices,
  ...errorChoices,
}

export type ChoiceId = keyof typeof choices

type ValueOf<Row extends ChoiceRow> = Row extends { also: object }
  ? Widened<Row['default']>
  : Widened2<Row['default'] | Row['alternatives'][number]['value']>
type Widened<T> = T extends string ? string : number
type Widened2<T> = T extends true | false ? boolean : T

/** One value for every choice. */
export type Choices = { [Id in ChoiceId]: ValueOf<(typeof choices)[Id]> }

export const choiceIds = Object.keys(choices) as ChoiceId[]

export const defaultChoices = Object.fromEntries(
  choiceIds.map((id) => [id, choices[id].default]),
) as Choices

/** Returns the choices that differ from the default. */
export function changedChoices(chosen: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const standard: Record<string, unknown> = defaultChoices
  return Object.fromEntries(Object.entries(chosen).filter(([id, value]) => value !== standard[id]))
}

/** A row, typed as any row: code that handles all choices needs no narrower type. */
export function choiceRow(id: ChoiceId): ChoiceRow {
  return choices[id]
}

/** The listed values of a choice, the default first. */
export function valuesOf(id: ChoiceId): ChoiceValue[] {
  const row = choiceRow(id)
  return [row.default, ...row.alternatives.map((alternative) => alternative.value)]
}

/**
 * Checks the choices of a scenario, an action or a flag (whose values are strings). Messages for unknown
 * ids and values say what is allowed.
 */
export function checkChoices(input: Record<string, unknown>): Check<Partial<Choices>> {
  const value: Record<string, ChoiceValue> = {}
  const issues: ValidationIssue[] = []
  for (const [id, requested] of Object.entries(input)) {
    if (issues.length >= MAX_REPORTED) break
    if (!Object.hasOwn(choices, id)) {
      const near = nearestOf(id, choiceIds)
      const hint = near ? `did you mean "${near}"?` : 'list them with: alias-sandbox choices'
      const message = `unknown choice ${formatValue(id)} (${hint})`
      issues.push({ path: [id], message, isKey: true })
      continue
    }
    const known = acceptedValue(id as ChoiceId, requested)
    if (known !== undefined) value[id] = known
    else issues.push({ path: [id], message: refusalOf(id as ChoiceId, requested) })
  }
  const [first, ...rest] = issues
  if (first) return { ok: false, issues: [first, ...rest] }
  return { ok: true, value }
}

function acceptedValue(id: ChoiceId, requested: unknown): ChoiceValue | undefined {
  const listed = valuesOf(id).find((value) => value === requested || String(value) === requested)
  if (listed !== undefined) return listed
  const { also } = choiceRow(id)
  const typed =
    typeof requested === 'string' && /^\d+$/.test(requested) ? Number(requested) : requested
  return also?.accepts(typed as ChoiceValue) ? (typed as ChoiceValue) : undefined
}

function refusalOf(id: ChoiceId, requested: unknown): string {
  const { also } = choiceRow(id)
  if (also) return mustBe(also.what, requested)
  return invalidChoice(requested, valuesOf(id).map(String))
}
