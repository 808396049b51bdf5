import { formatValue } from '../contract/values/invalid-choice.ts'
import type { CreateAccountRequest } from '../contract/control/create-account-request.ts'
import { GENERATED_NAME, NAME } from '../contract/scenario/scenario.ts'
import type { AccountState } from '../contract/state/state.ts'
import { ActionError, refuse } from '../contract/control/action-error.ts'
import type { Accounts } from './accounts.ts'
import { drawKey, firstKey } from './actions/initial-state.ts'

/**
 * The requested name, or the next free one of the form `plus__1`, which no scenario key can name;
 * and the new count of generated names.
 * @throws ActionError 400 for an invalid name, 409 for one that is taken.
 */
function requestedName(
  { name }: CreateAccountRequest,
  prefix: string,
  named: number,
  isTaken: (name: string) => boolean,
): { name: string; named: number } {
  if (name === undefined) {
    const nameOf = (number: number) => `${prefix.slice(0, 80)}__${number}`
    // The first fork of `plus__1` is `plus__1__1`, however many other accounts there are.
    const isOfGenerated = GENERATED_NAME.test(prefix)
    let number = isOfGenerated ? 1 : named + 1
    while (isTaken(nameOf(number))) number += 1
    return { name: nameOf(number), named: isOfGenerated ? named : number }
  }
  if (!NAME.test(name)) {
    const allowed = 'takes 1 to 100 of A-Z, a-z, 0-9, dash and underscore'
    throw new ActionError(400, `name: ${allowed}`, 'name')
  }
  if (isTaken(name)) refuse('account_exists', `account ${formatValue(name)} already exists`)
  return { name, named }
}

/** The requested key, or a new unused one. */
function requestedKey(
  { apiKey }: CreateAccountRequest,
  identity: { seed: number; name: string },
  series: number,
  isHeld: (key: string) => boolean,
): AccountState['key'] {
  if (apiKey !== undefined && isHeld(apiKey))
    refuse('key_taken', 'another account holds this api_key')
  if (apiKey !== undefined) return firstKey(apiKey, series)
  const { key, number } = drawKey(identity, series, 0, isHeld)
  return firstKey(key, series, number)
}

/**
 * The name and the key of a new account, and the new count of generated names.
 * @throws ActionError 400 for an invalid name, 409 when it or the key is taken or the sandbox is full.
 */
export function newIdentity(
  request: CreateAccountRequest,
  prefix: string,
  accounts: Accounts,
  { seed, maxAccounts }: { seed: number; maxAccounts: number },
): { name: string; named: number; key: AccountState['key'] } {
  const full = whyFull(accounts.size, maxAccounts)
  if (full !== undefined) refuse('no_room', full)
  const isTaken = (taken: string) => accounts.find(taken) !== undefined
  const { name, named } = requestedName(request, prefix, accounts.named, isTaken)
  const isHeld = (key: string) => accounts.keys.has(key)
  return { name, named, key: requestedKey(request, { seed, name }, accounts.deleted, isHeld) }
}

/** Why no further account can be created; undefined when one can. */
export function whyFull(size: number, max: number): string | undefined {
  return size < max ? undefined : `there are ${size} accounts already (--max-accounts)`
}
