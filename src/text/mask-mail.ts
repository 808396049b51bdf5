import { fromBase64Url, toBase64Url } from './base64url.ts'
import { MASK, maskText, type IsKnown } from './mask.ts'
import { maskValue } from './mask-value.ts'

/** A shorter text in base64 can be a key itself. */
const LONGEST_KEY = 128

/** Base64 with padding. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const URL_LETTERS: Record<string, string> = { '+': '-', '/': '_', '=': '' }
const LETTERS: Record<string, string> = { '-': '+', _: '/' }

type Attachment = { content?: unknown } | null | undefined

/** Masks the keys in a mail. The content of an attachment stays base64, so that the mail can be delivered again. */
export function maskMail(mail: unknown, isKnown: IsKnown): unknown {
  const masked = maskValue(mail, isKnown)
  if (!hasAttachments(mail) || !hasAttachments(masked)) return masked
  const attachments = masked.attachments.map((each, at) => {
    const content = mail.attachments[at]?.content
    if (typeof content !== 'string' || !BASE64.test(content)) return each
    return { ...each, content: maskBase64(content, isKnown) }
  })
  return { ...masked, attachments }
}

function hasAttachments(mail: unknown): mail is { attachments: readonly Attachment[] } {
  if (typeof mail !== 'object' || mail === null) return false
  return 'attachments' in mail && Array.isArray(mail.attachments)
}

function maskBase64(content: string, isKnown: IsKnown): string {
  const plain = fromBase64Url(content.replace(/[+/=]/g, (letter) => URL_LETTERS[letter]!))!
  const isKeyItself = content.length <= LONGEST_KEY && /[^\t\n\r -~]/.test(plain)
  const masked = isKeyItself ? MASK.repeat(plain.length) : maskText(plain, isKnown)
  if (masked === plain) return content
  const letters = toBase64Url(masked).replace(/[-_]/g, (letter) => LETTERS[letter]!)
  return letters.padEnd(Math.ceil(letters.length / 4) * 4, '=')
}
