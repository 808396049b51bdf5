import { ActionError } from '../contract/control/action-error.ts'
import { parseBody } from '../contract/control/request-body.ts'
import { formatValue } from '../contract/values/invalid-choice.ts'
import { NO_ROOM } from '../core/sizes/received-bytes.ts'
import { toBytes } from '../text/bytes.ts'
import type { Body, Question } from './question.ts'
import type { AnyContext, Route } from './route.ts'

/** The content of a request to the control API. */
type Content = Pick<AnyContext, 'body' | 'bytes'>

/** A body that is refused with a status that actions do not have. */
export class BadBody extends Error {
  readonly status: number
  readonly field = undefined
  readonly reason = undefined

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The body of a control request; an empty object if there is none. @throws ActionError, BadBody */
export async function readContent(
  question: Question,
  { takesBytes }: Pick<Route, 'takesBytes'>,
  limit: number,
): Promise<Content> {
  const read = await question.read(limit, takesBytes === true)
  const { text, bytes = toBytes('{}') } = readable(read, question, limit)
  return { body: text ? parseBody(text) : {}, bytes }
}

function readable(read: Body, { headers }: Question, limit: number): Body {
  const { text, bytes, unreadable } = read
  if (!unreadable && !text && !bytes?.length) return { text }
  if (unreadable === 'no_room') throw new BadBody(503, NO_ROOM)
  if (unreadable === 'too_large')
    throw new ActionError(413, `The request body exceeds ${limit} bytes.`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    const message = `Content-Encoding ${formatValue(encoding)} is not supported; send uncompressed JSON.`
    throw new BadBody(415, message)
  }
  if (unreadable === 'not_utf8') throw new ActionError(400, 'The request body is not valid UTF-8.')
  return read
}
