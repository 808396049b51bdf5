import { limits, limitText, type Limit } from '../contract/limits.ts'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { ActionError } from '../contract/control/action-error.ts'

/** The content of a mail as it was sent. */
export type ParsedMail = {
  /** The first address that it names. */
  from: string | undefined
  /** Empty if the mail has none. */
  subject: string
  text: string | undefined
  html: string | undefined
  /** As sent, in order, unfolded. */
  headers: { name: string; value: string }[]
  attachments: { name: string | undefined; type: string; content: Uint8Array }[]
}

/** A mail in a mail stays an attachment: a parser in a parser would multiply what one mail costs. */
const options = {
  maxNestingDepth: limits.depth.value,
  maxHeadersSize: limits.mailHeaderBytes.value,
  maxRfc822NestingDepth: 0,
}

/** Parses a mail as it was sent. @throws ActionError 400, whatever the bytes are. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  requireWithinBounds(raw)
  try {
    return toParsedMail(await PostalMime.parse(raw, options))
  } catch (error) {
    throw unreadable(`the mail cannot be parsed: ${String(error)}`)
  }
}

function unreadable(problem: string): ActionError {
  return new ActionError(400, problem, 'raw')
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const DASH = 0x2d
/** A line that begins a part costs the parser as much as so many others. */
const PART_LINES = 150

/** Headers that the parser reads as lists of addresses. */
const ADDRESSES = /^[ \t]*(?:from|sender|to|cc|bcc|reply-to|delivered-to|return-path)[ \t]*:/i

/**
 * The parser has no limit for these: each line, and each part, costs it far more memory than its bytes, and addresses
 * cost it far more time.
 */
function requireWithinBounds(raw: Uint8Array): void {
  const { mailBytes, mailLines, mailHeaderBytes } = limits
  requireAtMost(mailBytes, raw.length)
  let lines = 0
  for (let start = 0; start < raw.length;) {
    lines += 1
    if (raw[start] === DASH && raw[start + 1] === DASH) lines += PART_LINES - 1
    const end = raw.indexOf(LINE_FEED, start)
    start = end === -1 ? raw.length : end + 1
  }
  requireAtMost({ ...mailLines, of: 'the lines of a mail' }, lines)
  // The parser reads groups in groups again and again: it takes 160 ms for 32 KiB, and 1.2 s for 256.
  const addresses = { of: 'the headers that name addresses', unit: mailHeaderBytes.unit }
  requireAtMost({ ...addresses, value: mailHeaderBytes.value / 8 }, addressBytes(raw))
}

function requireAtMost(limit: Pick<Limit, 'value' | 'unit' | 'of'>, count: number): void {
  if (count > limit.value) throw unreadable(`${limit.of} may be at most ${limitText(limit)}`)
}

function addressBytes(raw: Uint8Array): number {
  const head = new TextDecoder('latin1').decode(headOf(raw))
  const fields = head.replace(/\r?\n(?=[ \t])/g, '').split('\n')
  return fields.reduce((sum, field) => sum + (ADDRESSES.test(field) ? field.length : 0), 0)
}

/** The lines before the first empty one, as far as they are within the limit. */
function headOf(raw: Uint8Array): Uint8Array {
  const most = raw.subarray(0, limits.mailHeaderBytes.value)
  let start = 0
  for (;;) {
    const end = most.indexOf(LINE_FEED, start)
    if (end === -1) return most.subarray(0, start)
    if (end === start || (end === start + 1 && most[start] === CARRIAGE_RETURN)) {
      return most.subarray(0, start)
    }
    start = end + 1
  }
}

function toParsedMail(mail: Email): ParsedMail {
  return {
    from: addressesOf(mail.from)[0],
    subject: mail.subject ?? '',
    text: mail.text,
    html: mail.html,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: mail.attachments.map((each) => ({
      name: each.filename ?? undefined,
      type: each.mimeType,
      content: toBytes(each.content),
    })),
  }
}

function addressesOf(address: Address | undefined): string[] {
  if (address?.group) return address.group.flatMap(addressesOf)
  return address?.address ? [address.address] : []
}

function toBytes(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (typeof content === 'string') return new Uint8Array() // only other options make it a text
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}
