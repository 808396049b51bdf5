import { formatValue } from '../contract/values/fields.ts'
import type { CallStep } from '../contract/scenario/expect.ts'
import { isSameJson } from '../text/json-values.ts'

/** The status for a missing or incomplete response. */
export const NO_ANSWER = 0

/** A response from `/v1`. */
export type ExpectResponse = {
  status: number
  /** The value of the Retry-After header. */
  retry_after_seconds?: number | undefined
  body: string
  /** Why it was answered so, where that is known: a sentence without its full stop, and the field that was refused. */
  reason?: string
}

/** The parts of a `/v1` response that a step of `expect` can check. */
export type CallAnswer = {
  status: number
  code: string | undefined
  reason: string | undefined
  retry_after_seconds: number | undefined
  /** The created alias, or the first of the page. */
  alias: Record<string, unknown> | undefined
  page: { aliases: readonly unknown[]; next_cursor: unknown; has_more: unknown } | undefined
  /** The JSON body; empty if it is none. */
  body: Record<string, unknown>
}

export function readAnswer(response: ExpectResponse): CallAnswer {
  const body = parseObject(response.body)
  const aliases = Array.isArray(body['aliases']) ? (body['aliases'] as unknown[]) : undefined
  return {
    status: response.status,
    code: typeof body['code'] === 'string' ? body['code'] : undefined,
    reason: response.reason,
    retry_after_seconds: response.retry_after_seconds,
    alias: toObject(body['alias'] ?? aliases?.[0]),
    page: aliases && { aliases, next_cursor: body['next_cursor'], has_more: body['has_more'] },
    body,
  }
}

/** The differences between the response and the step, each as a clause. */
export function differences(step: CallStep, answer: CallAnswer): string[] {
  const wrong: string[] = []
  const compare = (what: string, found: unknown, expected: unknown) => {
    if (expected === undefined || isSameJson(found, expected)) return
    wrong.push(`${what}${formatValue(found)}, expected ${formatValue(expected)}`)
  }
  const status = step.status === 'none' ? NO_ANSWER : step.status
  if (answer.status !== status || (step.code !== undefined && answer.code !== step.code)) {
    const why = answer.reason === undefined ? '' : ` (${answer.reason})`
    wrong.push(
      `answered ${toResult(answer.status, answer.code)}, expected ${toResult(status, step.code)}${why}`,
    )
  }
  const expectedWait = step.retry_after === 'absent' ? null : step.retry_after
  compare('Retry-After is ', answer.retry_after_seconds ?? null, expectedWait)
  compare('number of aliases is ', answer.page?.aliases.length ?? null, step.aliases)
  compare('has_more is ', answer.page?.has_more ?? null, step.has_more)
  return [...wrong, ...unequalFields('alias', answer.alias ?? {}, step.alias ?? {})]
}

/** The fields that are not as expected, each as a clause. */
export function unequalFields(of: string, found: object, expected: object): string[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const has: unknown = (found as Record<string, unknown>)[field] ?? null
    if (isSameJson(has, value)) return []
    return `${of}.${field} is ${formatValue(has)}, expected ${formatValue(value)}`
  })
}

/** `403 plan_past_due`. */
export function toResult(status: number, detail: string | undefined): string {
  if (status === NO_ANSWER) return 'nothing'
  return detail === undefined ? String(status) : `${status} ${detail}`
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return toObject(JSON.parse(text)) ?? {}
  } catch {
    return {}
  }
}

function toObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
