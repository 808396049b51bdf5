import { KIB, MIB, bound, type Bound } from './bound.ts'

const UNREAD = '554'

/** Limits on mail and on those who send it; rows of the table in bounds.ts. */
export const mailBounds = {
  mailBytes: bound(10 * MIB, 'bytes', 'a mail', '552'),
  sentMailBytes: bound(
    64 * MIB,
    'bytes',
    'the messages as they were sent, of all inboxes together',
    'the oldest are left out',
  ),
  mailHeaderBytes: bound(256 * KIB, 'bytes', 'the headers of a mail, with its parts', UNREAD),
  // The parser reads groups in groups again and again: it takes 160 ms for this much, and 1.2 s for 256 KiB.
  mailAddressBytes: bound(
    32 * KIB,
    'bytes',
    'the headers of a mail that name addresses, such as `From` and `To`, together',
    UNREAD,
  ),
  // 10 MiB in base64 have 138,000.
  mailLines: bound(150_000, 'entries', 'the lines of a mail', UNREAD),
  mailParts: bound(
    1_000,
    'entries',
    'the lines of a mail that begin with `--`, as parts do',
    UNREAD,
  ),
  mailDepth: bound(20, 'levels', 'the nesting depth of the parts of a mail', UNREAD),
  smtpConnections: bound(100, 'entries', 'the SMTP connections', '421'),
  smtpRecipients: bound(100, 'entries', 'the recipients that are tried for a mail', '452'),
  smtpCommands: bound(
    100,
    'entries',
    'the commands on an SMTP connection without a mail, beside the recipients',
    '421',
  ),
  smtpMailMs: bound(
    60_000,
    'ms',
    'the time in which an SMTP client must send a mail, and then the next',
    '421',
  ),
} as const satisfies Record<string, Bound>
