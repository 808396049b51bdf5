import type { Alias } from '../../src/contract/shapes.ts'
import type { AccountView } from '../../src/contract/control-shapes.ts'

/** An answer, of `/v1` or of an action. */
export type Answer = { status: number; headers: Record<string, string>; text: string }

/** What can be seen of account `default` beside its answers. */
export type Look = { view: AccountView; aliases: readonly Alias[] }

export type Call = { method: 'GET' | 'POST'; query: string; body: string | null; bearer: string }

/** A sandbox as the model test drives it: the same in process and over HTTP. */
export interface Subject {
  call(call: Call): Answer | Promise<Answer>
  act(action: string, input: object): Answer | Promise<Answer>
  look(): Look | Promise<Look>
  /** The statuses that the journal tells, in the order of the calls. */
  journal(): number[] | Promise<number[]>
  /** Saved, and loaded again; answers the state before and after. */
  restart(): [unknown, unknown] | Promise<[unknown, unknown]>
  /** The machine's clock goes on, or back. */
  wait(ms: number): void
}

/** How account `default` starts. */
export const start = { clock: { now: '2026-03-30T23:57:00Z', mode: 'frozen' } } as const
export const START_MS = Date.parse(start.clock.now)
