import type { Alias } from '../../src/contract/shapes.ts'
import type { AccountView } from '../../src/contract/control/control-shapes.ts'

/** An answer of `/v1` or of an action. */
export type HttpAnswer = { status: number; headers: Record<string, string>; text: string }

/** The visible state of account `default`, besides its answers. */
export type Look = { view: AccountView; aliases: readonly Alias[] }

export type Call = { method: 'GET' | 'POST'; query: string; body: string | null; bearer: string }

/** A sandbox under the model test: the same interface in process and over HTTP. */
export interface Subject {
  call(call: Call): HttpAnswer | Promise<HttpAnswer>
  act(action: string, input: object): HttpAnswer | Promise<HttpAnswer>
  look(): Look | Promise<Look>
  /** The statuses in the journal, in the order of the calls. */
  requests(): number[] | Promise<number[]>
  /** Saves and loads the sandbox. Returns the state before and after. */
  restart(): [unknown, unknown] | Promise<[unknown, unknown]>
  /** Moves the machine's clock forward or back. */
  wait(ms: number): void
}

/** The initial scenario of account `default`. */
export const start = { clock: { now: '2026-03-30T23:57:00Z', mode: 'frozen' } } as const
export const START_MS = Date.parse(start.clock.now)
