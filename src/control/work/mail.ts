import type { ReadMessage } from '../../core/deliver-message.ts'
import { fromBinary } from '../../text/bytes.ts'
import type { ParsedMail } from '../../mail/parse-mail.ts'

/** A message that was read. */
export type ReadMail = Omit<ReadMessage, 'raw'>

/** Reads a message, each of whose bytes is a character. @throws ActionError 400 */
export async function readMail(raw: string, _options: object): Promise<ReadMail> {
  const { attachments, ...read } = await parse(raw)
  return {
    ...read,
    attachments: attachments.map(({ name = '', type, content }) => ({
      name,
      type,
      size: content.length,
    })),
  }
}

/** The content of an attachment, by its place from 0. */
export async function readAttachment(raw: string, { at }: { at: number }): Promise<Uint8Array> {
  const { attachments } = await parse(raw)
  return attachments[at]!.content
}

/** The parser is imported here: few mails are read as they were sent. */
async function parse(raw: string): Promise<ParsedMail> {
  const { parseMail } = await import('../../mail/parse-mail.ts')
  return parseMail(fromBinary(raw))
}
