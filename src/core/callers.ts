import { ActionError } from '../contract/action-error.ts'
import type { Account } from './account/account.ts'
import { checkKey, readBearer, readScenarioKey, whyUnknown } from './account/keys.ts'
import { whyFull } from './account-request.ts'
import { DEFAULT_ACCOUNT, type Accounts } from './accounts.ts'
import type { KeyCheck } from './record/entry.ts'

/** The account that a call goes to, with the key of it that was sent, or why there was none. */
export type Caller = { account: Account } & (
  { bearer: string; denied?: undefined } | { bearer?: undefined; denied: KeyCheck }
)

/** What a sandbox knows about those who call it. */
type Known = {
  accounts: () => Accounts
  maxAccounts: number
  isScenario: (name: string) => boolean
  /** Starts the account of a scenario key. @throws ActionError */
  start: (key: { account: string; scenario: string; bearer: string }, machineMs: number) => Account
}

/** Finds callers by their Authorization header. A scenario key creates its account. */
export class Callers {
  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
  }

  find(authorization: string | undefined, machineMs: number): Caller {
    const { isScenario, maxAccounts } = this.#known
    const accounts = this.#known.accounts()
    const read = readBearer(authorization)
    if (read.bearer === null) return this.#denied(read.why, true)
    const { bearer } = read
    const held = accounts.keys.find(bearer)
    if (held) return { account: held, bearer }
    const named = readScenarioKey(bearer, isScenario)
    if (!named) return this.#denied(whyUnknown(bearer))
    if (accounts.find(named.account)) {
      return this.#denied(`account ${named.account} already exists and has a different key`)
    }
    const full = whyFull(accounts.size, maxAccounts)
    if (full !== undefined) return this.#denied(full)
    try {
      return { account: this.#known.start({ ...named, bearer }, machineMs), bearer }
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      const { message } = error
      return this.#denied(`cannot start an account with scenario ${named.scenario}: ${message}`)
    }
  }

  /** Calls without a key of any account go to `default`. */
  #denied(why: string, missing = false): Caller {
    const account = this.#known.accounts().get(DEFAULT_ACCOUNT)
    return { account, denied: { valid: false, why, missing } }
  }
}

/** Call it after the clock was read, because a due timeline step may rotate or revoke the key. */
export function checkCaller(caller: Caller): KeyCheck {
  return caller.denied ?? checkKey(caller.account, caller.bearer)
}
