import PostalMime, { type Address, type Email } from 'postal-mime'
import { boundText } from '../contract/values/bound.ts'
import { mailBounds } from '../contract/values/mail-bounds.ts'

/** What a mail as it was sent says. */
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
  /** Why only the headers were read; undefined if the whole mail was. */
  problem: string | undefined
}

/** A mail in a mail stays an attachment: a parser in a parser would multiply what one mail costs. */
const options = {
  maxNestingDepth: mailBounds.mailDepth.max,
  maxHeadersSize: mailBounds.mailHeaderBytes.max,
  maxRfc822NestingDepth: 0,
}

/** Parses a mail as it was sent. It never rejects: of a mail beyond the limits, only the headers are read. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const problem = beyondBounds(raw)
  if (problem !== undefined) return parseHead(raw, problem)
  try {
    return toParsedMail(await PostalMime.parse(raw, options), undefined)
  } catch (error) {
    // Whatever the bytes are, the one who reads the inbox gets an answer.
    return parseHead(raw, `the mail cannot be parsed: ${String(error)}`)
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const DASH = 0x2d

/** What the parser has no limit for: each line, and each part, costs it far more memory than its bytes. */
function beyondBounds(raw: Uint8Array): string | undefined {
  const { mailBytes, mailLines, mailParts } = mailBounds
  if (raw.length > mailBytes.max) return isMoreThan(mailBytes)
  let lines = 0
  let parts = 0
  for (let start = 0; start < raw.length;) {
    lines += 1
    if (raw[start] === DASH && raw[start + 1] === DASH) parts += 1
    const end = raw.indexOf(LINE_FEED, start)
    start = end === -1 ? raw.length : end + 1
  }
  if (lines > mailLines.max) return isMoreThan(mailLines)
  return parts > mailParts.max ? isMoreThan(mailParts) : undefined
}

function isMoreThan(limit: Parameters<typeof boundText>[0] & { of: string }): string {
  return `${limit.of} may be at most ${boundText(limit)}`
}

async function parseHead(raw: Uint8Array, problem: string): Promise<ParsedMail> {
  try {
    return toParsedMail(await PostalMime.parse(headOf(raw), options), problem)
  } catch {
    return toParsedMail({ headers: [], headerLines: [], attachments: [] }, problem)
  }
}

/** The lines before the first empty one, as far as they are within the limit. */
function headOf(raw: Uint8Array): Uint8Array {
  const most = raw.subarray(0, mailBounds.mailHeaderBytes.max)
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

function toParsedMail(mail: Email, problem: string | undefined): ParsedMail {
  return {
    from: addressesOf(mail.from)[0],
    subject: mail.subject ?? '',
    text: problem === undefined ? mail.text : undefined,
    html: problem === undefined ? mail.html : undefined,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: (problem === undefined ? mail.attachments : []).map((each) => ({
      name: each.filename ?? undefined,
      type: each.mimeType,
      content: toBytes(each.content),
    })),
    problem,
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
