import { limits } from '../../../src/contract/limits.ts'
import type { Session } from '../../../src/contract/session/session.ts'
import type { Account } from '../../../src/core/account/account.ts'
import type { AccountRecord } from '../../../src/history/replay/account-record.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { toRecord } from '../../../src/history/session/records.ts'
import { sessionPieces } from '../../../src/history/session/text.ts'

/** The record of an account after it was written as text and read again. */
export function writtenRecord(sandbox: Sandbox, account: Account): AccountRecord {
  const extent = { version: '0.0.0', max: limits.stateBytes, instead: 'shorten it' }
  const text = [...sessionPieces(sandbox, [account], extent)].join('')
  return toRecord((JSON.parse(text) as Session).accounts[0]!)
}
