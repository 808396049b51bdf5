import { errors, type ErrorName, type ErrorRow } from '../../contract/errors.ts'
import type { ChoiceId, Choices } from '../../contract/choices.ts'
import type { FaultKind } from '../../contract/faults.ts'
import type { Operation } from '../../contract/rules.ts'
import type { ArmedFault } from '../../contract/state.ts'
import type { Account } from '../account/account.ts'
import { secondsToWait } from '../clock/clock.ts'
import { applyFault, type ArmedFaultOf } from '../account/faults.ts'
import { sendAtOnce, type Delivery } from '../account/delivery.ts'
import type { CheckMade, Outcome } from '../account/entry.ts'
import type { ApiRequest, ApiResponse } from '../../contract/api-message.ts'
import { resumeRandom, type Random } from '../random/random.ts'
import { errorText } from '../aliases/serialize.ts'
import type { KeyCheck } from '../account/keys.ts'

/** What a call was answered and why, before it is written into the journal. */
export type CallResult = {
  outcome: Outcome
  response: ApiResponse
  delivery: Delivery
  why: string
  source: string
  basis: 'documented' | 'assumed' | 'injected'
}

/** Thrown by a check to end a call; not an Error, since refusing is ordinary and a stack costs. */
export class Refused {
  readonly result: CallResult
  constructor(result: CallResult) {
    this.result = result
  }
}

type RefusalDetails = {
  /** What the body says, when it says more than the row's text. */
  text?: string
  why?: string
  retryAfter?: number
  headers?: Record<string, string>
  injected?: boolean
  /** Answer with this status in place of the row's (a choice). */
  status?: number
}

/** Each step as it was passed last: the next call mostly passes it just so, and shares it. */
const lastPassed = new Map<string, CheckMade>()

/**
 * One call of `/v1` on its way through the checks. It collects what the journal tells of it.
 * A rehearsal is a call that leaves no trace: it says what the next call would get.
 */
export class Call {
  readonly account: Account
  readonly request: ApiRequest
  readonly operation: Operation | null
  readonly key: KeyCheck
  /** The machine's clock, for messages only. */
  readonly machineMs: number
  readonly isPrediction: boolean
  readonly random: Random
  readonly faults: ArmedFault[]
  readonly checks: CheckMade[] = []
  readonly assumptions: ChoiceId[] = []
  appliedFault: ArmedFault | null = null
  /** Set once the burst limit has counted this call. */
  isCounted = false
  /** Set when the burst limit counts this call only if it is not refused. */
  isCountedWhenServed = false
  /** Set once an assumption has decided what is answered. */
  isAssumed = false
  #notes: string[] = []

  constructor(
    account: Account,
    request: ApiRequest,
    operation: Operation | null,
    key: KeyCheck,
    machineMs: number,
    isPrediction = false,
  ) {
    this.account = account
    this.request = request
    this.operation = operation
    this.key = key
    this.machineMs = machineMs
    this.isPrediction = isPrediction
    this.random = isPrediction ? resumeRandom(account.random.state()) : account.random
    const { faults } = account.state
    this.faults = isPrediction ? faults.map((fault) => ({ ...fault })) : faults
  }

  get now(): number {
    return this.account.now
  }

  get choices(): Choices {
    return this.account.choices
  }

  /**
   * A check of the document: refuses when its condition holds, or when a fault says so. Details are
   * made only for a refusal: most checks are passed.
   */
  rejectIf(
    name: ErrorName & FaultKind,
    condition: boolean,
    detailsOf: () => RefusalDetails = () => ({}),
  ): void {
    if (condition) {
      const details = detailsOf()
      this.refuse(name, details.text, details)
    }
    if (this.isFaultApplied(name)) {
      this.refuse(name, undefined, {
        ...detailsOf(),
        injected: true,
        why: `fault ${this.appliedFault!.id} caused this response`,
      })
    }
  }

  /** Does an armed fault of this kind strike this call? */
  isFaultApplied(kind: FaultKind): boolean {
    return this.faults.length !== 0 && this.applyFault([kind]) !== null
  }

  /** The fault of these kinds that strikes this call, counted; null when none does. */
  applyFault<Kind extends FaultKind>(kinds: readonly Kind[]): ArmedFaultOf<Kind> | null {
    if (this.operation === null) return null
    const fault = applyFault(this.faults, kinds, this.operation)
    if (fault) this.appliedFault = fault
    return fault
  }

  /** Writes down that a step was passed. */
  passed(check: string, detail?: string): void {
    let made = lastPassed.get(check)
    if (made === undefined || made.detail !== detail) {
      made = { check, passed: true, detail }
      lastPassed.set(check, made)
    }
    this.checks.push(made)
  }

  /** Something worth knowing that did not change the answer; it stands with the next step. */
  note(remark: string): void {
    this.#notes.push(remark)
  }

  takeNotes(): string | undefined {
    if (this.#notes.length === 0) return undefined
    return this.#notes.splice(0).join('; ')
  }

  /**
   * Writes down that another value of this choice would have changed this answer. When it decides
   * what is answered, and not only how that looks, the answer as such is assumed.
   */
  recordAssumption(choice: ChoiceId, { decides = false } = {}): void {
    if (!this.assumptions.includes(choice)) this.assumptions.push(choice)
    if (decides) this.isAssumed = true
  }

  /** Errors, 400: names the field and what is wrong with it. */
  refuseRequest(field: string, problem: string): never {
    return this.refuse('bad_request', `${field} ${problem}.`)
  }

  refuse(name: ErrorName, text?: string, details: RefusalDetails = {}): never {
    const row: ErrorRow = errors[name]
    const said = text ?? row.text
    const headers: Record<string, string> = { ...details.headers }
    const fixed = row.retryAfter === 'window' ? undefined : row.retryAfter
    const seconds = details.retryAfter ?? this.#inRealSeconds(fixed)
    const isScaled = fixed !== undefined && seconds !== fixed
    if (seconds !== undefined) headers['Retry-After'] = String(seconds)
    throw new Refused({
      outcome: name,
      response: {
        status: details.status ?? row.status,
        headers,
        retryAfterSeconds: seconds,
        body: errorText(name, this.choices, this.#worded(said)),
      },
      delivery: sendAtOnce,
      why: [
        said,
        details.why && sentence(details.why),
        isScaled && `Retry-After is ${seconds} s of real time, ${fixed} s of the account's clock.`,
      ]
        .filter(Boolean)
        .join(' '),
      source: row.source,
      basis: details.injected || isScaled ? 'injected' : row.basis,
    })
  }

  /** What the client has to sleep, on a clock that runs at another speed than its own. */
  #inRealSeconds(seconds: number | undefined): number | undefined {
    return seconds && secondsToWait(this.account.state.clock, seconds * 1_000)
  }

  /** Choice `message_text`: the same meaning in other words, so that nobody matches on them. */
  #worded(text: string): string {
    if (this.choices.message_text === 'stable') return text
    const { state } = this.account
    const number = state.messages_varied + 1
    if (!this.isPrediction) state.messages_varied = number
    return number % 2 === 0 ? `Sorry: ${text}` : `${text} (reference ${number})`
  }
}

/** A reason as it stands by itself. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
