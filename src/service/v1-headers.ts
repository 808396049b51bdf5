import type { Choices } from '../contract/choices/choices.ts'
import { msOf } from '../contract/history/entry-types.ts'
import type { RequestEntry } from '../contract/history/entry.ts'
import type { Settings } from '../contract/settings.ts'
import type { MachineClock } from '../core/clock/machine-clock.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { Question } from '../control/question.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { defaultDate, makeDateText } from './date-text.ts'

type V1Settings = Pick<Settings, 'corsOrigin' | 'exposeHeaders'>

/** The headers of the imitated service's answers, beside those of the answer itself. */
export class V1Headers {
  readonly #sandbox: Sandbox
  readonly #settings: V1Settings
  readonly #clock: MachineClock
  readonly #dateText = makeDateText()

  constructor(sandbox: Sandbox, settings: V1Settings, clock: MachineClock) {
    this.#sandbox = sandbox
    this.#settings = settings
    this.#clock = clock
  }

  /** The headers of the 204 that answers a CORS preflight; undefined for a request like any other. */
  ofPreflight({
    method,
    headers,
  }: Pick<Question, 'method' | 'headers'>): Record<string, string> | undefined {
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined)
      return undefined
    // A preflight carries no key, so the choice of the account `default` applies to all.
    const { choices } = this.#sandbox.first
    const cors = corsHeaders(originOf(headers), choices.cors, this.#settings.corsOrigin)
    if (!cors?.['Access-Control-Allow-Origin']) return undefined
    const date = defaultDate(this.#sandbox, this.#clock.now())
    return { Date: date, ...cors, ...preflightHeaders }
  }

  /** `choice` is that of the account when it was called: a reset may remove it before the answer is sent. */
  of(
    entry: RequestEntry,
    headers: Question['headers'],
    choice: Choices['cors'],
  ): Record<string, string> {
    const { corsOrigin, exposeHeaders } = this.#settings
    return {
      Date: this.#dateText(msOf(entry.at)),
      ...corsHeaders(originOf(headers), choice, corsOrigin),
      ...(exposeHeaders && { 'x-alias-sandbox': `rule=${entry.outcome}` }),
    }
  }
}

function originOf({ origin }: Question['headers']): string | undefined {
  return typeof origin === 'string' ? origin : undefined
}
