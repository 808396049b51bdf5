import { limits } from '../../contract/limits.ts'
import type { Session } from '../../contract/session/session.ts'
import type { Account } from '../../core/account/account.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { maskSecrets } from './mask-secrets.ts'
import { sessionPieces } from './text.ts'

/** The histories of these accounts as a file. No key of another service stands in it. @throws ActionError 409, 413 */
export function toSession(
  sandbox: Sandbox,
  accounts: readonly Account[],
  { version, machineMs }: { version: string; machineMs?: number },
): Session {
  const max = limits.stateBytes
  const instead = 'save fewer accounts'
  return readPieces([...sessionPieces(sandbox, accounts, { version, machineMs, max, instead })])
}

/** The file of a history that was written in pieces. */
export function readPieces(pieces: readonly string[]): Session {
  return maskSecrets(JSON.parse(pieces.join('')) as Session)
}
