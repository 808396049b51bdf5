import type { IncomingMessage } from 'node:http'
import { ActionError } from '../../../contract/control/action-error.ts'
import { parseBody } from '../../../contract/control/request-body.ts'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import { toBytes } from '../../work/messages.ts'
import type { BodyRead } from '../server/body.ts'
import type { AnyContext } from '../../../control/route.ts'

/** What a request to the control API sent. */
export type Content = Pick<AnyContext, 'body' | 'bytes'>

/** Of an encoding that is not taken here, for which an action has no status. */
export class BadBody extends Error {
  readonly status = 415
  readonly field = undefined
  readonly reason = undefined
}

/** The body of a control request; an empty object if there is none. @throws ActionError, BadBody */
export function toContent(read: BodyRead, request: IncomingMessage, limit: number): Content {
  const { text, bytes = toBytes('{}') } = readable(read, request, limit)
  return { body: text ? parseBody(text) : {}, bytes }
}

function readable(read: BodyRead, request: IncomingMessage, limit: number): BodyRead {
  const { text, bytes, unreadable } = read
  if (!unreadable && !text && !bytes?.length) return { text }
  if (unreadable === 'too_large')
    throw new ActionError(413, `The request body exceeds ${limit} bytes.`)
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    const message = `Content-Encoding ${formatValue(encoding)} is not supported; send uncompressed JSON.`
    throw new BadBody(message)
  }
  if (unreadable === 'not_utf8') throw new ActionError(400, 'The request body is not valid UTF-8.')
  return read
}
