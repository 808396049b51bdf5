import { describe, expect, it } from 'vitest'
import type { CreateAccountRequest } from '../../src/contract/control/create-account-request.ts'
import { ActionError } from '../../src/contract/control/action-error.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

// One sandbox has many accounts; a key selects one of them or creates it.

const list = { method: 'GET' }

/** A sandbox with `default` and `plus`, whose key was chosen by the caller. */
function openTwo(maxAccounts = 3) {
  const sandbox = coreSandbox({}, { maxAccounts })
  const account = sandbox.createAccount({ name: 'plus', apiKey: 'mine' }, MACHINE_MS)
  const names = () => sandbox.accounts().map(({ name }) => name)
  const make = (request: CreateAccountRequest) => sandbox.createAccount(request, MACHINE_MS)
  return { sandbox, account, names, make }
}

function refusalOf(what: () => unknown): unknown {
  try {
    what()
  } catch (error) {
    if (error instanceof ActionError) {
      const { status, field, message } = error
      return field === undefined ? [status, message] : [status, message, field]
    }
    throw error
  }
  return 'done'
}

describe('the account of a call', () => {
  it.each<[what: string, key: string, account: string, outcome: string, why: string]>([
    ['its own', 'mine', 'plus', 'listed', 'Listed 0 aliases; this is the last page.'],
    [
      'the first account’s',
      'sandbox_default',
      'default',
      'listed',
      'Listed 0 aliases; this is the last page.',
    ],
    ['a scenario’s', 'sandbox_pro', 'pro', 'listed', 'Listed 0 aliases; this is the last page.'],
    [
      'a scenario’s whose account has another key',
      'sandbox_plus',
      'default',
      'invalid_key',
      'Invalid or revoked API key. Account plus already exists and has a different key.',
    ],
    [
      'nobody’s',
      'nobody',
      'default',
      'invalid_key',
      'Invalid or revoked API key. This is not a key of the sandbox; a key of the real service must not be sent here.',
    ],
    [
      'none',
      '',
      'default',
      'invalid_key',
      'Invalid or revoked API key. The Authorization header is not of the form "Bearer <key>".',
    ],
  ])('%s', (_what, key, account, outcome, why) => {
    expect(callCore(openTwo().sandbox, { ...list, key })).toMatchObject({ account, outcome, why })
  })

  it('an unknown key is not a missing key', () => {
    const sandbox = coreSandbox({ choices: { missing_key: 400 } }, { maxAccounts: 2 })
    sandbox.createAccount({ name: 'plus', apiKey: 'mine' }, MACHINE_MS)
    const outcomes = ['nobody', 'sandbox_plus', 'sandbox_pro'].map(
      (key) => callCore(sandbox, { ...list, key }).outcome,
    )
    expect(outcomes).toEqual(['invalid_key', 'invalid_key', 'invalid_key'])
  })

  it('creates no more accounts than the maximum', () => {
    const { sandbox, names, make } = openTwo()
    callCore(sandbox, { ...list, key: 'sandbox_pro' })
    const refused = callCore(sandbox, { ...list, key: 'sandbox_free' })
    expect(refused.why).toMatch(/There are 3 accounts already \(--max-accounts\)\.$/)
    expect(refusalOf(() => make({}))).toEqual([
      409,
      'there are 3 accounts already (--max-accounts)',
    ])
    expect(names()).toEqual(['default', 'plus', 'pro'])
  })
})

describe('creating an account', () => {
  it('names it after its scenario with a number, and skips names that are taken', () => {
    const { make } = openTwo(9)
    make({ name: 'plus__2' })
    const requests = [{}, {}, { scenario: 'pro' }]
    expect(requests.map((request) => make(request).name)).toEqual(['plus__1', 'plus__3', 'pro__4'])
  })

  it('draws its key from the seed and the name', () => {
    const keyOf = (name: string, seed: number) =>
      coreSandbox({}, { seed }).createAccount({ name }, MACHINE_MS).state.key.current
    expect(keyOf('a', 1)).toMatch(/^sandbox_[a-z0-9]{24}$/)
    expect(keyOf('a', 1)).toBe(keyOf('a', 1))
    expect(new Set([keyOf('a', 1), keyOf('b', 1), keyOf('a', 2)]).size).toBe(3)
  })

  it.each<[CreateAccountRequest, refusal: unknown[]]>([
    [{ name: 'a b' }, [400, 'name: takes 1 to 100 of A-Z, a-z, 0-9, dash and underscore', 'name']],
    [{ name: 'plus' }, [409, 'account "plus" already exists']],
    [{ apiKey: 'mine' }, [409, 'another account holds this api_key']],
    [
      { scenario: 'pluss' },
      [400, expect.stringMatching(/^unknown scenario .*did you mean "plus"/), 'scenario'],
    ],
  ])('refuses %j', (request, refusal) => {
    const { make, names } = openTwo()
    expect(refusalOf(() => make(request))).toEqual(refusal)
    expect(names()).toEqual(['default', 'plus'])
  })
})

describe('deleting an account', () => {
  it('a reset deletes other accounts, and restores default with its key', () => {
    const { sandbox, names, make } = openTwo()
    make({})
    callCore(sandbox)
    sandbox.reset(MACHINE_MS)
    expect(names()).toEqual(['default'])
    expect(callCore(sandbox, list).why).toBe('Listed 0 aliases; this is the last page.')
    expect(callCore(sandbox, { ...list, key: 'mine' }).outcome).toBe('invalid_key')
    expect(make({}).name).toBe('plus__1')
  })
})
