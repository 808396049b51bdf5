import type { Alias } from '../../src/contract/shapes.ts'
import type { HttpAnswer, Look } from './subject.ts'

/** One event of the account, with its visible state before and after. */
export type Moment = AppliedEvent & { before: Look; after: Look }

export type AppliedEvent =
  | { kind: 'create'; key: string; body: string | null; answer: HttpAnswer; json: Json }
  | {
      kind: 'list'
      key: string
      cursor: string | null
      isOurs: boolean
      answer: HttpAnswer
      json: Json
    }
  | { kind: 'act'; action: string; input: Record<string, unknown>; answer: HttpAnswer; json: Json }
  /** All pages in order; `throughout` has the ids that existed all the time. */
  | { kind: 'walk'; limit: number; pages: Alias[][]; throughout: string[]; isQuiet: boolean }
  | { kind: 'wait' }
  | { kind: 'restart'; states: [unknown, unknown] }

/** The possible fields of a body. */
export type Json = {
  alias?: Alias
  aliases?: Alias[]
  next_cursor?: string | null
  has_more?: boolean
  message?: string
  code?: string
  description?: string
  result?: { alias?: Alias; forwarded?: number; sent?: number; api_key?: string }
}

/** An invariant. `watch` starts a sequence; the check returns whether the invariant applied. */
export type Law = { says: string; watch: () => (moment: Moment) => boolean }

/** An invariant without memory. */
export function law(says: string, check: (moment: Moment) => boolean): Law {
  return { says, watch: () => check }
}

/** Was this a call of `/v1`? */
export function isCall(moment: Moment): moment is Extract<Moment, { kind: 'create' | 'list' }> {
  return moment.kind === 'create' || moment.kind === 'list'
}

export function isReset(moment: Moment): boolean {
  return moment.kind === 'act' && moment.action === 'reset'
}
