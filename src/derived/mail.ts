import type { ReadMessage } from '../core/deliver-message.ts'
import { parseMail, type ParsedMail } from '../mail/parse-mail.ts'

/** A message that was read; `problem` says why only its headers were. */
export type ReadMail = ReadMessage & Pick<ParsedMail, 'problem'>

/** Reads a message, each of whose bytes is a character. */
export async function readMail(raw: string, _options: object): Promise<ReadMail> {
  const { from, subject, text, html, headers, attachments, problem } = await parse(raw)
  return {
    raw,
    from: from?.address || undefined,
    subject,
    text,
    html,
    headers,
    attachments: attachments.map(({ name = '', type, content }) => ({
      name,
      type,
      size: content.length,
    })),
    problem,
  }
}

/** The content of an attachment, by its place from 0. */
export async function readAttachment(raw: string, { at }: { at: number }): Promise<Uint8Array> {
  const { attachments } = await parse(raw)
  return attachments[at]!.content
}

function parse(raw: string): Promise<ParsedMail> {
  return parseMail(Buffer.from(raw, 'latin1'))
}
