import fc from 'fast-check'
import type { Account } from '../../../src/core/account/account.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { callCore } from './core-call.ts'
import { MACHINE_MS } from './core-sandbox.ts'
import { actions, type Step } from './random-actions.ts'
import { stateOf } from './states.ts'

/** A step on a sandbox with several accounts; numbers select one of the existing items. */
export type Input =
  | { do: 'call'; key: number; method: string; query?: string }
  | { do: 'self_made'; key: string }
  | { do: 'act'; account: number; step: Step }
  | { do: 'create'; name?: string; key?: number; scenario?: string }
  | { do: 'delete'; account: number }
  | { do: 'reset' }
  | { do: 'wait'; ms: number }

const pick = fc.nat({ max: 20 })

const input: fc.Arbitrary<Input> = fc.oneof(
  fc.record({
    do: fc.constant('call' as const),
    key: pick,
    method: fc.constantFrom('GET', 'POST', 'PATCH'),
  }),
  fc.record({
    do: fc.constant('self_made' as const),
    key: fc.constantFrom('sandbox_plus-a', 'sandbox_key_rotated', 'sandbox_plus__1', 'sandbox_pro'),
  }),
  fc.record({ do: fc.constant('act' as const), account: pick, step: actions }),
  fc.record({
    do: fc.constant('act' as const),
    account: pick,
    step: fc.constantFrom<Step>(
      { action: 'rotate_key', input: {} },
      { action: 'reset', input: {} },
      { action: 'load_scenario', input: { scenario: { choices: { message_text: 'varied' } } } },
    ),
  }),
  fc.record(
    {
      do: fc.constant('create' as const),
      name: fc.constantFrom('ci', 'plus__2', 'other'),
      key: pick,
      scenario: fc.constantFrom('plus', 'key_rotated', 'free'),
    },
    { requiredKeys: ['do'] },
  ),
  fc.record({ do: fc.constant('delete' as const), account: pick }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 90_000 }) }),
)

/** Inputs of every kind, some of which will be refused. */
export const inputs = fc.array(input, { maxLength: 25 })
/** Inputs of every kind, with resets of the whole sandbox. */
export const inputsAndResets = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: input },
    { weight: 1, arbitrary: fc.constant<Input>({ do: 'reset' }) },
  ),
  { maxLength: 25 },
)

/** A sandbox that performs inputs, with all keys seen so far. */
export class DrivenSandbox {
  readonly seen: string[]
  sandbox: Sandbox
  now: number

  constructor(sandbox: Sandbox, { now = MACHINE_MS, seen = [] as readonly string[] } = {}) {
    this.sandbox = sandbox
    this.now = now
    this.seen = [...seen]
    for (const account of sandbox.accounts()) this.#look(account)
  }

  /** Performs the input; returns everything that is visible from outside. */
  give(input: Input): unknown {
    try {
      const answer = this.#do(input)
      for (const account of this.sandbox.accounts()) this.#look(account)
      return answer
    } catch (error) {
      if (error instanceof ActionError) return { status: error.status, message: error.message }
      throw error
    }
  }

  state(): object {
    return stateOf(this.sandbox, this.now)
  }

  #do(input: Input): unknown {
    const { sandbox, now: machineMs } = this
    switch (input.do) {
      case 'call':
        return this.#call(pickOf(this.seen, input.key), input.method)
      case 'self_made':
        return this.#call(input.key, 'POST')
      case 'act': {
        const account = pickOf(sandbox.accounts(), input.account)
        if ('call' in input.step) return undefined
        const { action, input: args } = input.step
        const { entry: _entry, ...visible } = sandbox.perform(account, action, args, machineMs)
        return visible
      }
      case 'create': {
        const { do: _do, key, ...request } = input
        const apiKey = key === undefined ? {} : { apiKey: pickOf(this.seen, key) }
        return toAccountView(sandbox.createAccount({ ...request, ...apiKey }, machineMs))
      }
      case 'delete':
        return sandbox.deleteAccount(pickOf(sandbox.accounts(), input.account).name)
      case 'reset':
        return sandbox.reset(machineMs)
      case 'wait':
        this.now += input.ms
        return this.state()
    }
  }

  #call(key: string, method: string): unknown {
    const { account, response, why } = callCore(this.sandbox, {
      key,
      method,
      machineMs: this.now,
    })
    return { account, why, ...response }
  }

  #look({ state: { key } }: Account): void {
    for (const each of [key.first, key.current]) {
      if (!this.seen.includes(each)) this.seen.push(each)
    }
  }
}

function pickOf<Item>(items: readonly Item[], number: number): Item {
  return items[number % items.length]!
}
