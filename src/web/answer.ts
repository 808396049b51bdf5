import type { Body, Question } from '../control/question.ts'
import { isWhole, type Reply } from '../control/reply.ts'
import { LostAnswer } from '../service/lost-answer.ts'
import { toStream } from './stream.ts'

/** A service that answers questions in this program. */
export type Answering = {
  reply: (question: Question) => Promise<Reply>
  /** Loads what a request may ask for, by the text of its path, key and body; undefined if all of it is there. */
  prepare?: (text: string) => Promise<void> | undefined
}

/** The reason of aborted signals: one error for all, since it takes long to make one. */
const OVER = new Error('Nobody waits for the answer.')

/**
 * Answers a request as a client of `fetch` would see it over a port.
 * @throws TypeError when no answer comes, as `fetch` does; the reason of the request's signal when that is aborted
 */
export async function answer(service: Answering, request: Request): Promise<Response> {
  const { signal, method } = request
  signal.throwIfAborted()
  const left = new AbortController()
  const leave = () => left.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const question = new WebQuestion(request, left, service.prepare)
  const end = () => {
    signal.removeEventListener('abort', leave)
    question.end()
  }
  try {
    await question.prepared()
    const reply = await service.reply(question)
    if (method === 'HEAD' || isWhole(reply.body)) end()
    const body = method === 'HEAD' ? null : toBody(reply, left, end)
    return toResponse(request.url, body, reply)
  } catch (error) {
    end()
    if (!(error instanceof LostAnswer)) throw error
    throw new TypeError('fetch failed', { cause: error })
  }
}

/** A request of the web, as a service is asked it. */
class WebQuestion implements Question {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Question['headers']
  readonly #request: Request
  readonly #left: AbortController
  readonly #prepare: Answering['prepare']
  /** Made when somebody asks for it, since that takes longer than the rest of a question. */
  #over: AbortController | undefined

  constructor(request: Request, left: AbortController, prepare: Answering['prepare']) {
    const { pathname, search } = new URL(request.url)
    this.method = request.method
    this.path = pathname
    this.query = search.slice(1)
    this.headers = Object.fromEntries(request.headers)
    this.#request = request
    this.#left = left
    this.#prepare = prepare
  }

  get left(): AbortSignal {
    return this.#left.signal
  }

  get over(): AbortSignal {
    return (this.#over ??= new AbortController()).signal
  }

  /** Nobody waits for the answer any more. */
  end(): void {
    this.#over?.abort(OVER)
  }

  hurry(): void {}

  /** Resolves when everything is loaded that the request may ask for, but by its body. */
  async prepared(text = ''): Promise<void> {
    const asked = `${decoded(this.path)} ${String(this.headers['authorization'] ?? '')} ${text}`
    await this.#prepare?.(asked)
  }

  async read(limit: number, asBytes: boolean): Promise<Body> {
    if (this.method === 'GET' || this.method === 'HEAD' || this.#request.body === null)
      return { text: null }
    const bytes = await this.#bytes()
    if (bytes.length > limit) return { text: null, unreadable: 'too_large' }
    if (bytes.length === 0) return { text: null }
    const text = textOf(bytes)
    if (text === undefined) return { text: null, unreadable: 'not_utf8' }
    await this.prepared(text)
    return asBytes ? { text: null, bytes } : { text }
  }

  /** @throws TypeError if the body was read already; the error of a body that comes from a stream */
  async #bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const { signal } = this.#left
    try {
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      })
      return new Uint8Array(await Promise.race([this.#request.arrayBuffer(), aborted]))
    } catch (error) {
      if (signal.aborted) throw error
      const failed =
        error instanceof TypeError ? error : new TypeError('fetch failed', { cause: error })
      this.#left.abort(failed) // the request never arrives
      throw failed
    }
  }
}

/** Undefined if the bytes are not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A path whose letters are escaped wrongly is no route that asks for anything. */
function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The words beside the statuses that a sandbox answers with. */
const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

function toResponse(url: string, body: ReturnType<typeof toBody>, { status, headers }: Reply) {
  const statusText = statusTexts[status] ?? ''
  const response = new Response(body, { status, statusText, headers })
  // A constructor cannot set it; one of a connection has it.
  return Object.defineProperty(response, 'url', { value: url })
}

function toBody({ body, breaks }: Reply, left: AbortController, end: () => void) {
  if (isWhole(body)) return body.length === 0 ? null : (body[0] as string | Uint8Array<ArrayBuffer>)
  return toStream({ pieces: body, breaks, left, end })
}
