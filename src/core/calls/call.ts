import type { ApiRequest, CheckMade, Effect, KeyCheck } from '../../contract/history/entry.ts'
import { noEffect, type CallResult } from './call-result.ts'
import { errors, type ErrorName, type ErrorRow } from '../../contract/errors.ts'
import type { ChoiceId, Choices } from '../../contract/choices/choices.ts'
import type { FaultKind } from '../../contract/faults.ts'
import type { RefusalReason, RefusedValue } from '../../contract/refused-value.ts'
import type { Operation } from '../../contract/operations.ts'
import type { ArmedFault } from '../../contract/state/state.ts'
import type { Account } from '../account/account.ts'
import { secondsToWait } from '../clock/clock.ts'
import { applyFault, keepWait, type ArmedFaultOf } from '../account/faults.ts'
import { sendAtOnce } from '../../contract/deliveries.ts'
import { tellShortWait } from '../account/short-waits.ts'
import { asDocumented, type Manner } from './manner.ts'
import { errorText } from '../aliases/serialize.ts'
import { capitalized } from '../../words/capitals.ts'

/** Thrown by a check to end a call. Not an Error, because refusals are common and a stack trace is slow. */
export class CallRefusal {
  readonly result: CallResult
  constructor(result: CallResult) {
    this.result = result
  }
}

export type RefusalDetails = {
  /** Text for the body, when it differs from the row's text. */
  text?: string
  why?: string
  /** The value that is refused, if it is one. */
  refused?: RefusedValue | undefined
  /** In seconds of real time. */
  retryAfter?: number
  /** In seconds of the account's clock, in place of the row's. */
  wait?: number | undefined
  headers?: Record<string, string>
  injected?: boolean
  /** Respond with this status instead of the row's (a choice). */
  status?: number
}

/** The tense of sentences: a call is made, or foretold. */
export type Tense = 'past' | 'coming'

/** One `/v1` call on its way through the checks. It changes the account, and collects what the request log records. */
export class Call {
  readonly account: Account
  readonly request: ApiRequest
  readonly operation: Operation | null
  readonly key: KeyCheck
  /** Machine time, for messages only. */
  readonly machineMs: number
  /** Its effect so far. */
  effect: Effect = noEffect
  /** The value that it was refused for, if it was. */
  refused: RefusedValue | null = null
  readonly manner: Manner
  readonly tense: Tense
  readonly checks: CheckMade[] = []
  readonly choicesUsed: ChoiceId[] = []
  appliedFault: ArmedFault | null = null
  /** The refusal that its manner spared the call. */
  spared: ErrorName | undefined
  /** Set once the burst limit has counted this call. */
  isCounted = false
  /** Set when the burst limit counts this call only if it is not refused. */
  isCountedWhenServed = false
  /** Set once an assumption has decided the outcome. */
  isAssumed = false
  #notes: string[] | undefined
  /** Did a fault force the last check to refuse? */
  #isForced = false
  #shortWait: number | undefined

  constructor(
    account: Account,
    request: ApiRequest,
    operation: Operation | null,
    key: KeyCheck,
    machineMs: number,
    { manner = asDocumented, tense = 'past' }: { manner?: Manner | undefined; tense?: Tense } = {},
  ) {
    this.account = account
    this.request = request
    this.operation = operation
    this.key = key
    this.machineMs = machineMs
    this.manner = manner
    this.tense = tense
  }

  get faults(): readonly ArmedFault[] {
    return this.account.state.faults
  }

  get now(): number {
    return this.account.now
  }

  get choices(): Choices {
    return this.account.choices
  }

  /** A documented check without details: refuses when the condition holds or a fault forces it. */
  rejectIf(name: ErrorName & FaultKind, condition: boolean): void {
    if (this.rejects(name, condition)) this.reject(name)
  }

  /** Does a documented check refuse the call, because its condition holds or a fault forces it? Then `reject`. */
  rejects(name: ErrorName & FaultKind, condition: boolean): boolean {
    this.#isForced = !condition && this.isFaultApplied(name)
    const isRefused = condition || this.#isForced
    if (!isRefused || !this.manner.spares(name)) return isRefused
    this.spared = name
    return false
  }

  /** Refuses the call as the last check decided; `details` are those of its condition. */
  reject(name: ErrorName & FaultKind, details: RefusalDetails = {}): never {
    if (!this.#isForced) return this.refuse(name, details.text, details)
    const why = causedBy(this)
    const wait = this.appliedFault!.retry_after
    return this.refuse(name, undefined, { ...details, injected: true, why, wait })
  }

  /** Does an armed fault of this kind apply to this call? */
  isFaultApplied(kind: FaultKind): boolean {
    return this.faults.length !== 0 && this.applyFault([kind]) !== null
  }

  /** The fault of these kinds that applies to this call, or null; its use is counted. */
  applyFault<Kind extends FaultKind>(kinds: readonly Kind[]): ArmedFaultOf<Kind> | null {
    if (this.operation === null) return null
    const fault = applyFault(this.account.state, kinds, this.operation)
    if (fault) this.appliedFault = fault
    return fault
  }

  /** Remembers for how long a burst 429 of this fault, which has just been applied, asks to wait. */
  keepWait(fault: ArmedFault, leftMs: number): void {
    keepWait(this.account.state, fault, this.now + leftMs)
  }

  /** Records that a step was passed. */
  passed(check: string, detail?: string): void {
    this.checks.push({ check, passed: true, detail })
  }

  /** Adds a remark that does not change the response; the next step shows it. */
  note(remark: string): void {
    this.#notes ??= []
    this.#notes.push(remark)
  }

  takeNotes(): string | undefined {
    const notes = this.#notes?.join('; ')
    this.#notes = undefined
    return notes
  }

  /**
   * Records that another value of this choice would have changed this response. `decides` means
   * that it would have changed the outcome and not only the wording or format.
   */
  recordChoice(choice: ChoiceId, { decides = false } = {}): void {
    if (!this.choicesUsed.includes(choice)) this.choicesUsed.push(choice)
    if (decides) this.isAssumed = true
  }

  /** Errors, 400: names the field and what is wrong with it. */
  refuseRequest(field: string, reason: RefusalReason, problem: string): never {
    return this.refuse('bad_request', `${field} ${problem}.`, { refused: { field, reason } })
  }

  refuse(name: ErrorName, text?: string, details: RefusalDetails = {}): never {
    const row: ErrorRow = errors[name]
    const message = text ?? row.text
    const headers: Record<string, string> = { ...details.headers }
    const fixed = details.wait ?? (row.retryAfter === 'window' ? undefined : row.retryAfter)
    const isUsual = fixed !== undefined && details.wait === undefined
    const short = isUsual ? this.shortWait() : undefined
    const seconds = details.retryAfter ?? short ?? this.#inRealSeconds(fixed)
    const isScaled = short === undefined && fixed !== undefined && seconds !== fixed
    if (seconds !== undefined) headers['Retry-After'] = String(seconds)
    this.refused = details.refused ?? null
    throw new CallRefusal({
      outcome: name,
      response: {
        status: details.status ?? row.status,
        headers,
        retry_after_seconds: seconds,
        body: errorText(name, this.choices, this.#worded(message)),
      },
      delivery: sendAtOnce,
      why: [
        message,
        details.why && sentence(details.why),
        isScaled && `Retry-After is ${seconds} s of real time, ${fixed} s of the account's clock.`,
        short && `The account has short waits: Retry-After is ${seconds} s, not ${fixed} s.`,
      ]
        .filter(Boolean)
        .join(' '),
      source: row.source,
      basis: details.injected || isScaled || short ? 'injected' : row.basis,
    })
  }

  /** The short wait that this answer tells, in seconds of real time; undefined if the document says how long. */
  shortWait(): number | undefined {
    if (this.account.state.short_waits === null) return undefined
    return (this.#shortWait ??= tellShortWait(this.account))
  }

  /** The client's wait in real time when the account's clock runs at another speed. */
  #inRealSeconds(seconds: number | undefined): number | undefined {
    return seconds && secondsToWait(this.account.state.clock, seconds * 1_000)
  }

  /** Choice `message_text`: varies the wording, so that clients do not match on messages. */
  #worded(text: string): string {
    if (this.choices.message_text === 'stable') return text
    const number = (this.account.state.messages_varied += 1)
    return number % 2 === 0 ? `Sorry: ${text}` : `${text} (reference ${number})`
  }
}

const causing = { past: 'caused', coming: 'will cause' }

/** Why a call is refused that no condition refuses. */
export function causedBy({ tense }: Call): string {
  return `an armed fault ${causing[tense]} this response`
}

/** A reason as a complete sentence. */
export function sentence(text: string): string {
  return `${capitalized(text)}.`
}
