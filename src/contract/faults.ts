import * as v from 'valibot'
import { allowsBody } from './allows-body.ts'
import { delayTimes, LONGEST_HOLD_MS } from './delay-times.ts'
import type { DeliveryTime } from './deliveries.ts'
import { errors, type ErrorName } from './errors.ts'
import { faultRanges, serverErrors } from './fault-ranges.ts'
import { operations, type Operation } from './operations.ts'
import { answerBody, answerHeaders, answerJson } from './own-answer.ts'
import { rules } from './rules.ts'
import { formatValue, invalidChoice, wordList } from './values/invalid-choice.ts'
import { addIssues, check, type ValidationIssue } from './values/validation-issue.ts'
import { boolean, expecting, integer, looseObject, oneOf, strictObject } from './values/fields.ts'
import type { Duration } from './values/duration.ts'
import { duration } from './values/times.ts'

/** The arguments that only some kinds of fault take, with every value that one of these kinds allows. */
const argumentSchemas = {
  /** Milliseconds of real time. */
  ms: delayTimes,
  /** Whether the request is carried out before it fails. */
  after: boolean(),
  status: integer(...faultRanges.status),
  headers: answerHeaders,
  /** The text of an answer; or `json`, any value. */
  body: answerBody,
  json: answerJson,
  /** The value of Retry-After, in seconds of the account's clock. */
  retry_after: integer(...faultRanges.retry_after),
}
type ArgumentSchemas = typeof argumentSchemas
type ArgumentName = keyof ArgumentSchemas
const argumentNames = Object.keys(argumentSchemas) as ArgumentName[]

/** A value for each of them. */
export type FaultArguments = {
  [Name in ArgumentName]: v.InferOutput<ArgumentSchemas[Name]>
}

/** The arguments, all optional, for the schema of a fault of any kind. */
export const faultArguments = v.partial(v.object(argumentSchemas)).entries

/** A kind of fault: what it does, which operations it can affect, which arguments it takes. */
type FaultRow = {
  summary: string
  operations: readonly Operation[]
  /** The additional arguments of this kind. It may allow fewer values than `argumentSchemas`. */
  arguments?: {
    readonly [Name in ArgumentName]?: v.GenericSchema<FaultArguments[Name] | undefined>
  }
  /** Of a fault that leaves the answer as it is, and changes only how it is delivered: the time that it takes. */
  takes?: DeliveryTime
  /** Is the answer of such a call one that the tester wrote? It may say what was done. */
  isOwnAnswer?: true
  /** Does the answer of such a call leave open whether it was carried out? */
  leavesOpen?: true
}

const both = operations
const create = ['create'] as const
/** Of the refusals that say how long to wait. */
const wait = { retry_after: v.optional(argumentSchemas.retry_after) }
const outageSeconds = errors.outage.retryAfter
const burstSeconds = rules.burst.windowSeconds

/** Documented refusals, named after their row in the Errors table: the fault makes that check refuse. */
const refusalFaults = {
  invalid_key: { summary: '401, as if the key were unknown', operations: both },
  plan_required: { summary: '403 plan_required', operations: both },
  plan_past_due: { summary: '403 plan_past_due', operations: both },
  plan_canceled: { summary: '403 plan_canceled', operations: both },
  outage: {
    summary: `503 with Retry-After: retry_after seconds (default ${outageSeconds})`,
    operations: both,
    arguments: wait,
  },
  burst: {
    summary: `429 with Retry-After, which counts down from retry_after seconds (default ${burstSeconds}, or what the open window has left); with for alone, until the fault ends (${burstSeconds} at most)`,
    operations: both,
    arguments: wait,
  },
  daily_cap: { summary: '429 without Retry-After', operations: create },
  collision: { summary: '409: all three draws collide', operations: create },
  draw_collision: { summary: 'one draw collides (times counts draws)', operations: create },
} as const satisfies Record<string, FaultRow>

const serverErrorStatus = v.picklist(
  serverErrors,
  expecting(`one of ${serverErrors.join(', ')} for kind server_error`),
)

const statusWithBody = v.pipe(
  argumentSchemas.status,
  v.check(allowsBody, expecting('a status that allows a body')),
)

const after = v.optional(argumentSchemas.after)

/** Faults that the document does not mention: of the network, a proxy or a broken service. */
export const injectedFaults = {
  delay: {
    summary:
      'the response is delayed by ms milliseconds of real time: a number, a list that is repeated in order, or { p50, p99 }, from which the seed draws',
    operations: both,
    arguments: { ms: argumentSchemas.ms },
    takes: 'delay_ms',
  },
  hold: {
    summary: `the request is carried out, but its answer is held back until another request of the account has been answered, for ${LONGEST_HOLD_MS / 1_000} seconds of real time at most; one answer at a time`,
    operations: both,
    takes: 'hold_ms',
  },
  dribble: {
    summary:
      'the headers are sent at once, and the body in pieces over ms milliseconds of real time: a number, a list or { p50, p99 }, as of delay; an answer without a body is sent at once',
    operations: both,
    arguments: { ms: argumentSchemas.ms },
    takes: 'dribble_ms',
  },
  drop_before: {
    summary: 'the connection is closed before the request is carried out',
    operations: both,
  },
  drop_after: {
    summary: 'the request is carried out, then the connection is closed: the response is lost',
    operations: both,
  },
  connection_reset: {
    summary:
      'the connection is reset (RST), which clients see as an error and not as its end (over HTTPS Node sends no RST: it ends within TLS, which some clients take for an end); with after: true the request is carried out first',
    operations: both,
    arguments: { after },
  },
  hang: {
    summary: 'no response is ever sent; with after: true the request is carried out first',
    operations: both,
    arguments: { after },
  },
  truncate: {
    summary: 'the request is carried out, but its response is cut off halfway',
    operations: both,
  },
  garbage: {
    summary: 'an HTML page, as from a proxy, with the given status (default 502)',
    operations: both,
    arguments: { status: v.optional(statusWithBody) },
    leavesOpen: true,
  },
  server_error: {
    summary: 'status 500 (default), 502 or 504; with after: true the request is carried out first',
    operations: both,
    arguments: { after, status: v.optional(serverErrorStatus) },
    leavesOpen: true,
  },
  answer: {
    summary:
      'an answer of your own: any status, headers, and body (text) or json; with after: true the request is carried out first',
    operations: both,
    arguments: {
      status: argumentSchemas.status,
      headers: v.optional(argumentSchemas.headers),
      body: v.optional(argumentSchemas.body),
      json: v.optional(argumentSchemas.json),
      after,
    },
    isOwnAnswer: true,
  },
} as const satisfies Record<string, FaultRow>

const rows = { ...refusalFaults, ...injectedFaults }
export type InjectedFault = keyof typeof injectedFaults
export type FaultKind = keyof typeof rows

/** The faults that change only how an answer is delivered. */
export type DeliveryFault = {
  [Kind in InjectedFault]: (typeof injectedFaults)[Kind] extends { takes: DeliveryTime }
    ? Kind
    : never
}[InjectedFault]

export const faultKinds = Object.keys(rows) as FaultKind[]
export const injectedKinds = Object.keys(injectedFaults) as InjectedFault[]

export function faultRow(kind: FaultKind): FaultRow {
  return rows[kind]
}

/** The time that a kind of fault takes, if it changes only how an answer is delivered. */
export type TakesOf<Kind extends InjectedFault> = (typeof injectedFaults)[Kind] extends {
  takes: infer Time extends DeliveryTime
}
  ? { readonly takes: Time }
  : { readonly takes?: never }

/** Is the answer of a call that ended so one that the tester wrote? */
export function isOwnAnswer(outcome: string): boolean {
  return Object.hasOwn(rows, outcome) && faultRow(outcome as FaultKind).isOwnAnswer === true
}

/** Does the answer of a call that ended so leave open whether it was carried out? */
export function leavesOpen(outcome: string): boolean {
  return Object.hasOwn(rows, outcome) && faultRow(outcome as FaultKind).leavesOpen === true
}

/** Explains what is wrong with a kind. A status is taken for the kinds that answer with it. */
function wrongKind(input: unknown): string {
  const kinds = faultKinds.filter((kind) => statusesOf(kind).includes(Number(input)))
  if (kinds.length === 0) return invalidChoice(input, faultKinds, 'a fault kind')
  return `must be a fault kind (got ${formatValue(input)}; did you mean ${wordList(kinds, 'or')}?)`
}

function statusesOf(kind: FaultKind): readonly number[] {
  if (kind === 'server_error') return serverErrors
  return kind in errors ? [errors[kind as ErrorName].status] : []
}

/** The specification of a fault, in a scenario or in `arm_fault`. */
export const faultSpec = v.pipe(
  strictObject({
    kind: v.picklist(faultKinds, ({ input }) => wrongKind(input)),
    /** The calls that it applies to. */
    operation: v.optional(oneOf([...operations, 'any'])),
    /** The number of calls that it applies to; "always" until it is cleared. Default: 1, or always with `for`. */
    times: v.optional(
      v.union(
        [v.literal('always'), integer(...faultRanges.times)],
        expecting('an integer from 1 to 1000000 or "always"'),
      ),
    ),
    /** The number of matching calls that pass before it applies. */
    skip: v.optional(integer(...faultRanges.skip)),
    /** Its duration on the account's clock. */
    for: v.optional(duration),
    ...faultArguments,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addIssues(addIssue, dataset.value, contradictionsOf(dataset.value))
  }),
)

export type FaultSpec = v.InferOutput<typeof faultSpec>

/** The arguments that only some kinds take, of one kind. */
export type OwnArguments<Kind extends FaultKind> = (typeof rows)[Kind] extends {
  arguments: infer Entries extends v.ObjectEntries
}
  ? v.InferInput<v.ObjectSchema<Entries, undefined>>
  : unknown

/** The specification of one kind of fault: only its arguments, and only combinations that are allowed. */
type FaultOf<Kind extends FaultKind> = {
  kind: Kind
  operation?: (typeof rows)[Kind]['operations'][number] | 'any'
  skip?: number
} & ({ times?: number; for?: Duration } | { times?: 'always'; for?: never }) &
  OwnArguments<Kind>

/** Any fault: a union discriminated by `kind`, so that editors complete it and compilers check it. */
export type Fault = { [Kind in FaultKind]: FaultOf<Kind> }[FaultKind]

/** Arguments that are valid alone but not together: such a fault could never apply. */
export function contradictionsOf(spec: FaultSpec): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  const addIssue = (field: keyof FaultSpec, message: string) =>
    issues.push({ path: [field], message })
  const { kind, operation } = spec
  if (spec.times === 'always' && spec.for !== undefined) {
    addIssue('times', 'must not be "always" together with for')
  }
  const row = faultRow(kind)
  const affected = row.operations
  const own: v.ObjectEntries = { ...row.arguments }
  if (operation && operation !== 'any' && !affected.includes(operation)) {
    addIssue(
      'operation',
      `must be ${wordList(affected, 'or')} for kind ${kind} (got "${operation}")`,
    )
  }
  for (const name of argumentNames) {
    if (spec[name] === undefined || name in own) continue
    addIssue(
      name,
      `is not allowed for kind ${kind}, only for ${wordList(kindsThatTake(name), 'and')}`,
    )
  }
  const { body, json, status } = spec
  if (body !== undefined && json !== undefined) addIssue('json', 'must be left out with body')
  if (status !== undefined && !allowsBody(status)) {
    for (const name of ['body', 'json'] as const) {
      if (spec[name] === undefined) continue
      addIssue(name, `must be left out: an answer with status ${status} has no body`)
    }
  }
  const checked = check(looseObject(own), spec)
  return checked.ok ? issues : [...issues, ...checked.issues]
}

function kindsThatTake(name: ArgumentName): FaultKind[] {
  return faultKinds.filter((kind) => name in (faultRow(kind).arguments ?? {}))
}
