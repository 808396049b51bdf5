import type { KeyCheck } from '../contract/history/entry.ts'
import { ActionError } from '../contract/control/action-error.ts'
import type { KeyRefusal } from '../contract/refused-value.ts'
import type { Account } from './account/account.ts'
import { checkKey, markOf, readBearer, readScenarioKey, whyUnknown } from './account/keys.ts'
import { whyFull } from './account-request.ts'
import type { Accounts } from './accounts.ts'

/** The account that a call goes to, with the key of it that was sent, or why there was none. */
type Caller = { account: Account } & (
  { bearer: string; denied?: undefined } | { bearer?: undefined; denied: KeyCheck }
)

/** The parts of a sandbox that decide about its callers. */
type CallersParts = {
  accounts: () => Accounts
  maxAccounts: number
  isScenario: (name: string) => boolean
  /** Starts the account of a scenario key. @throws ActionError */
  start: (key: { account: string; scenario: string; bearer: string }, machineMs: number) => Account
}

/** Finds callers by their Authorization header. A scenario key creates its account. */
export class Callers {
  readonly #parts: CallersParts

  constructor(parts: CallersParts) {
    this.#parts = parts
  }

  /** Finds the caller of a call that is to be answered now. */
  find(authorization: string | undefined, machineMs: number): Caller {
    const { isScenario, maxAccounts } = this.#parts
    const accounts = this.#parts.accounts()
    const read = readBearer(authorization)
    if (read.bearer === null) return this.#denied(read)
    const { bearer } = read
    const held = accounts.keys.find(bearer)
    if (held) return { account: held, bearer }
    const named = readScenarioKey(bearer, isScenario)
    if (!named) return this.#denied(unknown(whyUnknown(bearer), bearer))
    if (accounts.find(named.account)) {
      const why = `account ${named.account} already exists and has a different key`
      return this.#denied(unknown(why, bearer))
    }
    const full = whyFull(accounts.size, maxAccounts)
    if (full !== undefined) return this.#denied(unknown(full, bearer))
    try {
      return { account: this.#parts.start({ ...named, bearer }, machineMs), bearer }
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      const why = `cannot start an account with scenario ${named.scenario}: ${error.message}`
      return this.#denied(unknown(why, bearer))
    }
  }

  /** Calls without a key of any account go to `default`. */
  #denied({ reason, why, mark }: Denial): Caller {
    const account = this.#parts.accounts().first
    return { account, denied: { reason, why, ...(mark !== undefined && { mark }) } }
  }
}

type Denial = { reason: KeyRefusal; why: string; mark?: number }

function unknown(why: string, bearer: string): Denial {
  return { reason: 'unknown', why, mark: markOf(bearer) }
}

/** Call it after the clock was read and the timeline's steps at this call, which may rotate or revoke the key. */
export function checkCaller(caller: Caller): KeyCheck {
  return caller.denied ?? checkKey(caller.account, caller.bearer)
}
