import type { AccountState, SandboxState } from '../../contract/state.ts'
import type { LiveAccount, LiveState } from '../account/snapshot.ts'
import { storedText, toStoredText } from '../aliases/stored-text.ts'

/** Serializes a state as JSON. The text of a live alias is cached, because few change between writes. */
export function toStateText(state: SandboxState | LiveState): string {
  const accounts = state.accounts.map(
    (account) => `${accountHead(account)}${aliasTexts(account).join()}]}`,
  )
  return `${stateHead(state)}${accounts.join()}]}`
}

function aliasTexts(account: AccountState | LiveAccount): string[] {
  if (!('texts' in account)) return account.aliases.map((alias) => JSON.stringify(alias))
  return account.aliases.map((alias) => storedText(alias, account.texts))
}

/** The same in pieces, without caching; null when they exceed `max` characters. */
export function toStatePieces(state: LiveState, max: number): string[] | null {
  const pieces: string[] = []
  let length = 0
  const add = (piece: string) => {
    pieces.push(piece)
    length += piece.length
  }
  add(stateHead(state))
  for (const [index, account] of state.accounts.entries()) {
    if (index > 0) add(',')
    add(accountHead(account))
    for (const [position, alias] of account.aliases.entries()) {
      if (position > 0) add(',')
      add(toStoredText(alias, account.texts))
      if (length > max) return null
    }
    add(']}')
    if (length > max) return null
  }
  add(']}')
  return length > max ? null : pieces
}

function stateHead({ accounts: _accounts, ...fields }: SandboxState | LiveState): string {
  return `${JSON.stringify(fields).slice(0, -1)},"accounts":[`
}

function accountHead(account: AccountState | LiveAccount): string {
  const { aliases: _aliases, texts: _texts, ...fields } = { texts: null, ...account }
  return `${JSON.stringify(fields).slice(0, -1)},"aliases":[`
}
