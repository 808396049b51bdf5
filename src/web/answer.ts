import type { Body, Question } from '../control/question.ts'
import type { Reply } from '../control/reply.ts'
import { LostAnswer } from '../service/lost-answer.ts'
import type { Piece } from '../text/bytes.ts'
import { toStream } from './stream.ts'

/** Answers questions, as a service in this program does. */
export type Answering = { reply: (question: Question) => Promise<Reply> }

/**
 * Answers a request as a client of `fetch` would see it over a port.
 * @throws TypeError when no answer comes, as `fetch` does; the reason of the request's signal when that is aborted
 */
export async function answer(service: Answering, request: Request): Promise<Response> {
  const { signal, method } = request
  signal.throwIfAborted()
  const left = new AbortController()
  const over = new AbortController()
  const leave = () => left.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const end = () => {
    signal.removeEventListener('abort', leave)
    over.abort()
  }
  try {
    const reply = await service.reply(toQuestion(request, left, over.signal))
    if (method === 'HEAD' || isWhole(reply.body)) end()
    const body = method === 'HEAD' ? null : toBody(reply, left, end)
    return new Response(body, { status: reply.status, headers: toHeaders(reply.headers) })
  } catch (error) {
    end()
    if (!(error instanceof LostAnswer)) throw error
    throw new TypeError('fetch failed', { cause: error })
  }
}

function toQuestion(request: Request, left: AbortController, over: AbortSignal): Question {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    read: (limit, asBytes) =>
      readBody(request, limit, asBytes).catch((error: unknown) => {
        left.abort(error) // it never arrives
        throw error
      }),
    left: left.signal,
    over,
    hurry() {},
  }
}

/** @throws TypeError if the body was read already; the error of a body that comes from a stream */
async function readBody(request: Request, limit: number, asBytes: boolean): Promise<Body> {
  if (request.method === 'GET' || request.method === 'HEAD') return { text: null }
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.length > limit) return { text: null, unreadable: 'too_large' }
  if (bytes.length === 0) return { text: null }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return asBytes ? { text: null, bytes } : { text }
  } catch {
    return { text: null, unreadable: 'not_utf8' }
  }
}

function toHeaders(headers: Reply['headers']): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return all
}

function toBody({ body, breaks }: Reply, left: AbortController, end: () => void) {
  if (isWhole(body)) return body.length === 0 ? null : (body[0] as Uint8Array<ArrayBuffer>)
  return toStream({ pieces: body, breaks, left, end })
}

function isWhole(body: Reply['body']): body is readonly Piece[] {
  return Array.isArray(body)
}
