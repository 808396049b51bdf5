import { readPieces } from '../history/file/from-sandbox.ts'
import { writePage } from '../write-page.ts'
import { toBytes, type Made } from './messages.ts'

/** The page of a history, as JSON. */
export function toPage(text: string, _options: object): Made {
  return { bytes: toBytes(JSON.stringify({ html: writePage({ history: readPieces([text]) }) })) }
}
