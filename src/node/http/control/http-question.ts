import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Body, Question } from '../../../control/question.ts'
import type { ReceivedBytes } from '../../../core/sizes/received-bytes.ts'
import { hasBody, takeBody } from '../server/body.ts'
import { whenLeft } from '../server/when-left.ts'

/** While others wait, a client that reads nothing for this long is disconnected. */
const HURRIED_MS = 1_000

/** Why a signal is aborted: one for all, since each request has its end. */
const OVER = new Error('Nobody waits for the answer.')

type Parts = { closing: AbortSignal; received: ReceivedBytes }

/** A request to the port, as the control API is asked it. */
export class HttpQuestion implements Question {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Question['headers']
  readonly #left = new AbortController()
  readonly #over = new AbortController()
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #received: ReceivedBytes
  #isHurried = false
  /** Gives back the memory of the body. Call it when the answer is there. */
  release = () => {}

  constructor(request: IncomingMessage, response: ServerResponse, { closing, received }: Parts) {
    const { method = '', url = '', headers } = request
    const [path = ''] = url.split('?', 1)
    this.method = method
    this.path = path
    this.query = url.slice(path.length + 1)
    this.headers = headers
    this.#request = request
    this.#response = response
    this.#received = received
    const leave = () => this.#left.abort(OVER)
    closing.addEventListener('abort', leave)
    response.once('close', () => {
      closing.removeEventListener('abort', leave)
      this.#over.abort(OVER)
    })
    whenLeft(response, leave)
    if (closing.aborted) leave()
  }

  get left(): AbortSignal {
    return this.#left.signal
  }

  get over(): AbortSignal {
    return this.#over.signal
  }

  read(limit: number, asBytes: boolean): Promise<Body> {
    const request = this.#request
    if (!hasBody(request)) return Promise.resolve({ text: null })
    return new Promise((resolve, reject) => {
      const take = (body: Body, release: () => void) => {
        this.release = release
        resolve(body)
      }
      takeBody({ request, limit, received: this.#received, asBytes }, take, (why) => {
        if (why === 'no_room') return resolve({ text: null, unreadable: why })
        this.#left.abort(OVER)
        reject(OVER)
      })
    })
  }

  hurry(): void {
    this.#isHurried = true
    if (this.#response.headersSent) this.#response.socket?.setTimeout(HURRIED_MS)
  }

  /** Call when the reply is being sent. */
  replied(): void {
    if (this.#isHurried) this.hurry()
  }
}
