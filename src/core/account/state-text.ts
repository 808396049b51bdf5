import type { AccountState, SandboxState } from '../../contract/state/state.ts'
import type { LiveAccount, LiveState, Snapshot } from './snapshot.ts'
import { toStored } from '../aliases/serialize.ts'

/** Serializes a state as JSON. */
export function toStateText(state: SandboxState | LiveState): string {
  const accounts = state.accounts.map(
    (account) => `${accountHead(account)}${aliasTexts(account).join()}]}`,
  )
  return `${stateHead(state)}${accounts.join()}]}`
}

function aliasTexts(account: AccountState | LiveAccount): string[] {
  if (!('texts' in account)) return account.aliases.map((alias) => JSON.stringify(alias))
  return account.aliases.map((alias) => JSON.stringify(toStored(alias, account.texts)))
}

function* accountPieces(account: LiveAccount): Generator<string> {
  yield accountHead(account)
  for (const [position, alias] of account.aliases.entries()) {
    if (position > 0) yield ','
    yield JSON.stringify(toStored(alias, account.texts))
  }
  yield ']}'
}

/** An alias is never shorter as text: its fields alone have more characters. */
const ALIAS_CHARACTERS = 140

/** The text of these states has more characters: most that is too long is refused before it is made. */
export function leastStateCharacters(states: readonly Snapshot[]): number {
  return states.reduce((sum, { aliases }) => sum + aliases.size, 0) * ALIAS_CHARACTERS
}

/** The text of a sandbox's state with these accounts, in pieces; `fields` are those beside them. */
export function* sandboxPieces(
  fields: LiveState,
  accounts: readonly Snapshot[],
): Generator<string> {
  yield stateHead(fields)
  for (const [index, account] of accounts.entries()) {
    if (index > 0) yield ','
    yield* snapshotPieces(account)
  }
  yield ']}'
}

/** A snapshot as the text of an account's state, in pieces. */
export function* snapshotPieces({ state, aliases, draws, now }: Snapshot): Generator<string> {
  yield* accountPieces({
    ...state,
    clock: { ...state.clock, account_ms: now },
    draws: [...draws],
    removed: aliases.removedIds(),
    aliases: aliases.all(),
    texts: aliases.texts,
  })
}

function stateHead({ accounts: _accounts, ...fields }: SandboxState | LiveState): string {
  return `${JSON.stringify(fields).slice(0, -1)},"accounts":[`
}

function accountHead(account: AccountState | LiveAccount): string {
  const { aliases: _aliases, texts: _texts, ...fields } = { texts: null, ...account }
  return `${JSON.stringify(fields).slice(0, -1)},"aliases":[`
}
