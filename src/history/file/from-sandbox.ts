import { limits } from '../../contract/limits.ts'
import type { HistoryFile } from '../../contract/history/file.ts'
import type { Account } from '../../core/account/account.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { maskSecrets } from './mask-secrets.ts'
import { historyPieces } from './text.ts'

/** The histories of these accounts as a file. No key of another service stands in it. @throws ActionError 409, 413 */
export function toHistoryFile(
  sandbox: Sandbox,
  accounts: readonly Account[],
  { version }: { version: string },
): HistoryFile {
  const max = limits.stateBytes
  const instead = 'save the history of fewer accounts'
  return readPieces([...historyPieces(sandbox, accounts, { version, max, instead })])
}

/** The file of a history that was written in pieces. */
export function readPieces(pieces: readonly string[]): HistoryFile {
  return maskSecrets(JSON.parse(pieces.join('')) as HistoryFile)
}
