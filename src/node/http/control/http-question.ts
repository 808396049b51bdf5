import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Body, Question } from '../../../control/question.ts'
import type { ReceivedBytes } from '../../../core/sizes/received-bytes.ts'
import { hasBody, takeBody } from '../server/body.ts'
import { whenLeft } from '../server/when-left.ts'

/** While others wait, a client that reads nothing for this long is disconnected. */
const HURRIED_MS = 1_000

/** The reason of aborted signals: one error for all, since each request has its end. */
const OVER = new Error('Nobody waits for the answer.')

/** A request to the port, as the control API is asked it. */
type HttpQuestion = {
  question: Question
  /** Gives back the memory of the body. */
  release: () => void
  /** Call it when the reply is being sent. */
  replied: () => void
}

type Parts = { closing: AbortSignal; received: ReceivedBytes }

/** Makes questions. The signal has one listener for all: to find one among thousands takes long. */
export function makeAsking({ closing, received }: Parts) {
  const open = new Set<() => void>()
  const leaveAll = () => open.forEach((leave) => leave())
  closing.addEventListener('abort', leaveAll, { once: true })
  return (request: IncomingMessage, response: ServerResponse): HttpQuestion => {
    const left = new AbortController()
    const over = new AbortController()
    const leave = () => left.abort(OVER)
    open.add(leave)
    response.once('close', () => {
      open.delete(leave)
      over.abort(OVER)
    })
    whenLeft(response, leave)
    if (closing.aborted) leave()

    let isHurried = false
    const hurry = () => {
      isHurried = true
      if (response.headersSent) response.socket?.setTimeout(HURRIED_MS)
    }
    let release = () => {}
    const read: Question['read'] = (limit, asBytes) => {
      if (!hasBody(request)) return Promise.resolve({ text: null })
      return new Promise((resolve, reject) => {
        const take = (body: Body, whenAnswered: () => void) => {
          release = whenAnswered
          resolve(body)
        }
        takeBody({ request, limit, received, asBytes }, take, (why) => {
          if (why === 'no_room') return resolve({ text: null, unreadable: why })
          leave()
          reject(OVER)
        })
      })
    }
    const { method = '', url = '', headers } = request
    const [path = ''] = url.split('?', 1)
    const query = url.slice(path.length + 1)
    const asker = { left: left.signal, over: over.signal, hurry }
    return {
      question: { method, path, query, headers, read, ...asker },
      release: () => release(),
      replied: () => isHurried && hurry(),
    }
  }
}
