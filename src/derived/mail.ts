import { parseMail, type ParsedMail } from '../mail/parse-mail.ts'

/** What is delivered of a mail. */
export type ReadMail = Pick<ParsedMail, 'subject' | 'text' | 'html' | 'problem'> & {
  from: string | undefined
}

/** Reads a mail, each of whose bytes is a character. */
export async function readMail(raw: string, _options: object): Promise<ReadMail> {
  const { from, subject, text, html, problem } = await parseMail(Buffer.from(raw, 'latin1'))
  return { from: from?.address || undefined, subject, text, html, problem }
}
