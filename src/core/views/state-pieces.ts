import { STATE_FORMAT, STATE_VERSION } from '../../contract/state.ts'
import type { Account } from '../account/account.ts'

/** A state up to its accounts, as JSON. */
export function stateHead(seed: number, named: number, deleted: number): string {
  const counts = { accounts_named: named, accounts_deleted: deleted }
  const head = JSON.stringify({ format: STATE_FORMAT, version: STATE_VERSION, seed, ...counts })
  return `${head.slice(0, -1)},"accounts":[`
}

/** A state as pieces of JSON; null when they have more characters than `max`. */
export function statePieces(
  head: string,
  accounts: readonly Account[],
  max: number,
  machineMs: number,
): string[] | null {
  const pieces = [head]
  let left = max
  for (const account of accounts) {
    const part = account.toPieces(left, machineMs)
    if (part === null) return null
    if (pieces.length > 1) pieces.push(',')
    for (const piece of part) {
      pieces.push(piece)
      left -= piece.length
    }
    if (left < 0) return null
  }
  pieces.push(']}')
  return pieces
}
