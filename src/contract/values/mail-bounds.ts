import { KIB, MIB, bound, type Bound } from './bound.ts'

const UNREAD = '554'

/** Limits on mail and on those who send it; rows of the table in bounds.ts. */
export const mailBounds = {
  mailBytes: bound(10 * MIB, 'bytes', 'a mail', '552'),
  mailsBytes: bound(
    64 * MIB,
    'bytes',
    'the memory for mails that are arriving or wait to be read',
    '452',
  ),
  sentMailBytes: bound(
    64 * MIB,
    'bytes',
    'the messages as they were sent, of all inboxes together',
    'the oldest are left out',
  ),
  mailHeaderBytes: bound(256 * KIB, 'bytes', 'the headers of a mail, with its parts', UNREAD),
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
  smtpIdleMs: bound(30_000, 'ms', 'the time in which an SMTP client must send something', '421'),
  smtpStepMs: bound(120_000, 'ms', 'the time in which a mail must get to its next step', '421'),
} as const satisfies Record<string, Bound>
