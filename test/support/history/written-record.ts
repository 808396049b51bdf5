import { limits } from '../../../src/contract/limits.ts'
import type { Session, SessionAccount } from '../../../src/contract/session/session.ts'
import type { Account } from '../../../src/core/account/account.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { sessionPieces } from '../../../src/history/session/text.ts'

/** An account of a session after it was written as text and read again. */
export function writtenRecord(sandbox: Sandbox, account: Account): SessionAccount {
  const extent = { version: '0.0.0', max: limits.stateBytes, instead: 'shorten it' }
  const text = [...sessionPieces(sandbox, [account], extent)].join('')
  return (JSON.parse(text) as Session).accounts[0]!
}
