import * as v from 'valibot'
import { outcomes } from '../outcomes.ts'
import { refusalReasonNames } from '../refused-value.ts'
import { operations } from '../operations.ts'

// A call in the journal, as the control API shows it.

export const instant = v.pipe(v.string(), v.isoTimestamp())
export const status = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(599))
export const outcome = v.picklist(outcomes)

type HeaderValue = string | readonly string[] | undefined
/** Any value in the published schema; the TypeScript type is that of Node's headers. */
const headers = v.record(v.string(), v.unknown() as v.GenericSchema<HeaderValue>)

/** What a call did, whatever its client was told of it. */
const effect = v.variant('kind', [
  v.strictObject({ kind: v.literal('created'), alias: v.string() }),
  v.strictObject({ kind: v.literal('none') }),
])

/** The value that a call was refused for, whatever its client was told of it; null if there was none. */
const refused = v.nullable(
  v.strictObject({
    /** A field of the body, a parameter, `body` or `authorization`. */
    field: v.string(),
    reason: v.picklist(refusalReasonNames),
  }),
)

export const entry = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^req_\d+$/)),
  at: instant,
  real_at: instant,
  account: v.string(),
  operation: v.nullable(v.picklist(operations)),
  request: v.strictObject({
    method: v.string(),
    path: v.string(),
    query: v.string(),
    headers,
    body: v.unknown(),
  }),
  /** Status 0: no response was sent. */
  response: v.strictObject({ status, headers, body: v.unknown() }),
  duration_ms: v.number(),
  outcome,
  checks: v.array(
    v.strictObject({ check: v.string(), passed: v.boolean(), detail: v.optional(v.string()) }),
  ),
  why: v.string(),
  effect,
  refused,
  basis: v.picklist(['documented', 'assumed', 'injected']),
  source: v.string(),
  choices: v.array(v.string()),
  fault: v.nullable(v.string()),
})
