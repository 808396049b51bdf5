import { MIB, bound, type Bound } from '../values/bound.ts'

/** Limits on a history file; rows of the table in bounds.ts. */
export const historyBounds = {
  historyFileBytes: bound(32 * MIB, 'bytes', 'a history file', 'refused (exit 2)'),
  replayBytes: bound(32 * MIB, 'bytes', 'the body of `POST replay`', '413'),
  historyFileDepth: bound(
    120,
    'levels',
    'the nesting depth of a history file',
    'refused (400, exit 2)',
  ),
  historyFileValues: bound(
    5_000_000,
    'values',
    'the values in a history file',
    'refused (400, exit 2)',
  ),
  historyFileContainers: bound(
    2_000_000,
    'entries',
    'the objects and lists in a history file',
    'refused (400, exit 2)',
  ),
  historyAccounts: bound(
    10_000,
    'entries',
    '`accounts` of a history file',
    'refused (400, exit 2)',
  ),
  historyEntries: bound(
    1_000_000,
    'entries',
    '`history` of an account in a history file',
    'refused (400, exit 2)',
  ),
} as const satisfies Record<string, Bound>
