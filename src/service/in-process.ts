import { isOwnAnswer } from '../contract/faults.ts'
import type { ApiRequest, RequestEntry } from '../contract/history/entry.ts'
import { limits } from '../contract/limits.ts'
import type { Control } from '../control/control.ts'
import type { Body, Question } from '../control/question.ts'
import { isWhole, type Reply } from '../control/reply.ts'
import { HeldAnswers } from '../core/calls/held-answers.ts'
import { toIso } from '../core/clock/times.ts'
import { LazyResponse } from '../core/sizes/lazy-response.ts'
import { joinBytes, toBytes, type Piece } from '../text/bytes.ts'
import { defaultDate } from './date-text.ts'
import { makeEndOfTurn } from './end-of-turn.ts'
import { LostAnswer } from './lost-answer.ts'
import { comingInPieces, inPieces } from './in-pieces.ts'
import { toReceivedHeaders } from './received-headers.ts'
import {
  CRASHED,
  isControl,
  refusalBody,
  refuseForm,
  refuseHeaderBytes,
  refuseHeaders,
  refuseMethod,
  refuseTarget,
  type Refusal,
} from './refusals.ts'
import type { Service } from './service.ts'
import { V1Headers } from './v1-headers.ts'

/**
 * Answers requests that come over no connection, in the same program or page. There is no guard of hosts and origins:
 * whoever has the object may use it.
 */
export class InProcess {
  readonly #service: Service
  #control: Promise<Control> | undefined
  readonly #v1: V1Headers
  readonly #atEndOfTurn: (act: () => void) => void
  readonly #held: HeldAnswers
  readonly #closing: AbortSignal
  /** To be called when the service closes: one listener of its signal, since to find one among many takes long. */
  readonly #open = new Set<() => void>()

  constructor(service: Service, nextTurn: (act: () => void) => void) {
    const { sandbox, settings, clock, closing } = service
    this.#service = service
    this.#v1 = new V1Headers(sandbox, settings, clock)
    this.#atEndOfTurn = makeEndOfTurn(nextTurn)
    this.#held = new HeldAnswers(clock)
    this.#closing = closing
    const endAll = () => this.#open.forEach((end) => end())
    closing.addEventListener('abort', endAll, { once: true })
  }

  /** @throws LostAnswer; the reason of `left` when it is aborted before the answer is there */
  async reply(question: Question): Promise<Reply> {
    if (this.#closing.aborted) throw closed()
    const { path, query } = question
    const target = query === '' ? path : `${path}?${query}`
    try {
      const refusal = this.#refusalOf(target, question)
      if (refusal) return this.#refuse(target, refusal)
      return await (isControl(target) ? this.#askControl(question) : this.#call(question))
    } catch (error) {
      if (error instanceof LostAnswer || question.left.aborted) throw error
      this.#service.onCrash(error)
      return this.#refuse(target, { status: 500, message: CRASHED })
    }
  }

  #refusalOf(target: string, { method, headers }: Question): Refusal | undefined {
    const all = Object.entries(headers)
    const length = all.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0)
    return (
      refuseMethod(method) ??
      refuseHeaderBytes(target.length + length) ??
      refuseTarget(target) ??
      refuseHeaders(all.length) ??
      (isControl(target) ? refuseForm(method, headers['content-type'] as string) : undefined)
    )
  }

  #refuse(target: string, refusal: Refusal): Reply {
    const { sandbox, clock } = this.#service
    const headers = { Date: defaultDate(sandbox, clock.now()) }
    return framed(refusal.status, [JSON.stringify(refusalBody(target, refusal))], headers)
  }

  async #askControl(question: Question): Promise<Reply> {
    const left = new AbortController()
    const leave = () => left.abort(question.left.reason)
    this.#open.add(leave)
    question.left.addEventListener('abort', leave, { once: true })
    question.over.addEventListener('abort', () => this.#open.delete(leave), { once: true })
    this.#control ??= this.#service.controlApi().then((api) => api.control())
    const control = await this.#control
    const asked: Question = {
      method: question.method,
      path: question.path,
      query: question.query,
      headers: question.headers,
      read: (limit, asBytes) => question.read(limit, asBytes),
      left: left.signal,
      over: question.over,
      hurry: () => question.hurry(),
    }
    const reply = await control.reply(asked)
    question.left.throwIfAborted()
    const { status, body } = reply
    const headers = { Date: new Date(this.#service.clock.now()).toUTCString(), ...reply.headers }
    return isWhole(body) ? framed(status, body, headers) : { ...reply, headers }
  }

  /** Answers a request of the imitated service. */
  async #call(question: Question): Promise<Reply> {
    const preflight = this.#v1.ofPreflight(question)
    if (preflight) return { status: 204, headers: preflight, body: [] }
    const { sandbox, clock } = this.#service
    const startedAt = performance.now()
    const arrived = this.#next()
    const body = await this.#untilClosed(question.read(limits.callBytes.value, false))
    const entry = sandbox.call(toApiRequest(question, body), authorizationOf(question), {
      machineMs: clock.now(),
      arrived,
      connection: null,
    })
    const { choices } = sandbox.account(entry.account)
    const headers = this.#v1.of(entry, question.headers, choices.cors)
    entry.duration_ms = Math.round((performance.now() - startedAt) * 1_000) / 1_000
    return this.#deliver(entry, question, headers)
  }

  /** Sends an answer as its entry says: at once, delayed, cut off or not at all. */
  async #deliver(
    entry: RequestEntry,
    { left }: Question,
    base: Record<string, string>,
  ): Promise<Reply> {
    const { kind, delay_ms: delayMs, hold_ms: holdMs, dribble_ms: dribbleMs } = entry.delivery
    try {
      const ms = kind === 'hang' ? Infinity : delayMs
      if (ms > 0) await this.#wait(left, (end) => this.#service.clock.after(ms, end))
      if (holdMs > 0) await this.#wait(left, (end) => this.#held.pass(entry, end))
      await new Promise<void>((resolve) => this.#atEndOfTurn(resolve))
      left.throwIfAborted()
    } catch (error) {
      this.#end(entry, left.aborted)
      throw error
    }
    if (dribbleMs === 0) this.#end(entry, false)
    if (kind === 'drop') throw new LostAnswer('the connection was closed')
    if (kind === 'reset') throw new LostAnswer('the connection was reset', 'ECONNRESET')
    const { response, outcome } = entry
    const headers = isOwnAnswer(outcome)
      ? overridden(base, response.headers)
      : { ...base, ...response.headers }
    const pieces = response instanceof LazyResponse ? response.pieces() : [response.body]
    const whole = framed(response.status, pieces, headers)
    if (dribbleMs > 0) return { ...whole, body: this.#dribble(entry, pieces, left) }
    return kind === 'truncate' ? { ...whole, body: half(pieces.join('')) } : whole
  }

  #dribble(entry: RequestEntry, whole: readonly Piece[], left: AbortSignal): AsyncIterable<Piece> {
    const { pieces, everyMs } = inPieces(bytesOf(whole), entry.delivery.dribble_ms)
    const pause = () => this.#wait(left, (end) => this.#service.clock.after(everyMs, end))
    const { body, sent } = comingInPieces(pieces, pause)
    const end = () => this.#end(entry, left.aborted)
    void sent.then(end, end)
    return body
  }

  /** @throws LostAnswer when the service closes before */
  #untilClosed<Value>(waiting: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const end = () => reject(closed())
      this.#open.add(end)
      const forget = () => this.#open.delete(end)
      waiting.then(resolve, reject).finally(forget)
    })
  }

  /**
   * Waits until what `begin` begins has come; it returns what gives that up.
   * @throws the reason of `left`; LostAnswer when the service closes before, as a port does
   */
  #wait(left: AbortSignal, begin: (end: () => void) => (() => void) | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        left.removeEventListener('abort', leave)
        this.#open.delete(close)
      }
      const giveUp = (why: Error) => {
        forget()
        reject(why)
        stop?.()
      }
      const leave = () => giveUp(left.reason as Error)
      const close = () => giveUp(closed())
      left.addEventListener('abort', leave, { once: true })
      this.#open.add(close)
      const stop = begin(() => {
        forget()
        resolve()
      })
      if (left.aborted) leave()
    })
  }

  /** Records that an answer is handed over, or given up. */
  #end(entry: RequestEntry, hasClientLeft: boolean): void {
    entry.ended_at = toIso(this.#service.clock.now())
    entry.client_left = hasClientLeft
    entry.handed_over = this.#next()
    this.#held.answered(entry)
  }

  /** Requests and answers are counted in one order, by which the report judges. */
  #next(): number {
    const { served } = this.#service.sandbox.histories
    served.events += 1
    return served.events
  }
}

function closed(): LostAnswer {
  return new LostAnswer('the sandbox was closed')
}

function toApiRequest(
  { method, path, query, headers }: Question,
  { text, unreadable }: Body,
): ApiRequest {
  const contentType = headers['content-type']
  return {
    method,
    path,
    query,
    headers: toReceivedHeaders(headers),
    content_type: typeof contentType === 'string' ? contentType : undefined,
    body: text,
    ...(unreadable && unreadable !== 'no_room' && { unreadable }),
  }
}

function authorizationOf({ headers: { authorization } }: Question): string | undefined {
  return typeof authorization === 'string' ? authorization : undefined
}

/** The whole response, with the headers that a server adds to a body; JSON unless they say otherwise. */
function framed(
  status: number,
  pieces: readonly Piece[],
  headers: Readonly<Record<string, string>>,
): Reply {
  const body = pieces.filter(({ length }) => length > 0)
  if (body.length === 0) {
    const hasNone = status === 204 || status === 304
    return { status, headers: hasNone ? headers : { 'Content-Length': '0', ...headers }, body }
  }
  const whole = wholeOf(body)
  const type = { 'Content-Type': 'application/json; charset=utf-8' }
  const framing = { ...type, 'Content-Length': String(whole.length) }
  return { status, headers: overridden(framing, headers), body: [whole] }
}

/** One piece whose length is that of its bytes: a text of ASCII stays one, since its receiver encodes it. */
function wholeOf(pieces: readonly Piece[]): Piece {
  const text = pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined
  // oxlint-disable-next-line no-control-regex -- ASCII begins with them
  if (text !== undefined && /^[\0-\x7f]*$/.test(text)) return text
  return bytesOf(pieces)
}

function bytesOf(pieces: readonly Piece[]): Uint8Array {
  return joinBytes(pieces.map((piece) => (typeof piece === 'string' ? toBytes(piece) : piece)))
}

/** Headers of which the second ones take the place of the first, whatever their letters. */
function overridden(
  first: Readonly<Record<string, string>>,
  second: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = new Set(Object.keys(second).map((name) => name.toLowerCase()))
  const kept = Object.entries(first).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...second }
}

/** The first half of a body, after which the connection breaks. */
function half(text: string): AsyncIterable<Piece> {
  const bytes = toBytes(text)
  let isSent = false
  const next = () => {
    if (isSent) return Promise.reject(new LostAnswer('the connection was closed in its middle'))
    isSent = true
    return Promise.resolve({ value: bytes.subarray(0, Math.floor(bytes.length / 2)), done: false })
  }
  return { [Symbol.asyncIterator]: () => ({ next }) }
}
