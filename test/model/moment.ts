import type { Alias } from '../../src/contract/shapes.ts'
import type { Answer, Look } from './subject.ts'

/** One thing that happened to the account, with what was seen before and after it. */
export type Moment = AppliedEvent & { before: Look; after: Look }

export type AppliedEvent =
  | { kind: 'create'; key: string; body: string | null; answer: Answer; json: Json }
  | {
      kind: 'list'
      key: string
      cursor: string | null
      isOurs: boolean
      answer: Answer
      json: Json
    }
  | { kind: 'act'; action: string; input: Record<string, unknown>; answer: Answer; json: Json }
  /** Pages from the first to the last; what was there all along stands in `throughout`. */
  | { kind: 'walk'; limit: number; pages: Alias[][]; throughout: string[]; isQuiet: boolean }
  | { kind: 'wait' }
  | { kind: 'restart'; states: [unknown, unknown] }

/** What can stand in a body. */
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

/** Something that holds at every moment. `watch` starts anew with each sequence; it answers whether it had anything to say. */
export type Law = { says: string; watch: () => (moment: Moment) => boolean }

/** A law that remembers nothing. */
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
