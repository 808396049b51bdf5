import fc from 'fast-check'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import { faultKinds } from '../../../src/contract/faults.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Account } from '../../../src/core/account/account.ts'
import { lastAction } from '../../../src/core/record/last-action.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { callCore, type CoreCall } from './core-call.ts'
import { coreSandbox, MACHINE_MS } from './core-sandbox.ts'
import { actions } from './random-actions.ts'
import { undoIn } from '../../../src/history/replay/undo.ts'
import { forkIn } from '../../../src/history/replay/fork.ts'

/** An event in a sandbox of several accounts; numbers select one of the existing things. */
export type Beat =
  | { do: 'call'; key: number; call: CoreCall }
  | { do: 'next_page'; account: number }
  | { do: 'act'; account: number; action: string; input: object }
  | { do: 'wait'; ms: number }
  | { do: 'look' | 'undo'; account: number }
  | { do: 'undo_to' | 'fork'; account: number; to: number }
  | { do: 'create'; name?: string; scenario?: string; key?: number }
  | { do: 'delete'; account: number }
  | { do: 'reset' }
  | { do: 'roll_back' }

const some = fc.nat({ max: 50 })

const calls = fc.constantFrom<CoreCall>(
  {},
  { body: '{"label":"shop","single_use":true}' },
  { body: '{"expires_at":1772368000,"note":"é\\u0000"}' },
  { body: '{"label":7}' },
  { body: '[' },
  { body: '{}', contentType: 'text/plain' },
  { method: 'GET' },
  { method: 'GET', query: 'limit=1' },
  { method: 'GET', query: 'last_key=null' },
  { method: 'GET', query: 'limit=101' },
  { method: 'DELETE' },
  { method: 'GET', path: '/v1/other' },
)

// Not a real key: random letters after an unused prefix. A file masks it.
const SECRET = 'zq_live_8Kd2mXw4Lr7TnVb3Yc9HsJf6PgQe'

const faultOf = fc.oneof(
  fc.record({ kind: fc.constantFrom(...faultKinds) }),
  fc.record({
    kind: fc.constant('delay'),
    ms: fc.constantFrom<unknown>(1, [0, 50, 3_000], { p50: 20, p99: 900 }),
  }),
  fc.record(
    { kind: fc.constantFrom('burst', 'outage'), retry_after: fc.constantFrom(1, 20, 300) },
    { requiredKeys: ['kind'] },
  ),
  fc.record(
    {
      kind: fc.constant('answer'),
      status: fc.constantFrom(200, 418, 429, 503),
      after: fc.boolean(),
      headers: fc.constantFrom({}, { 'Retry-After': 7, 'X-Api-Key': SECRET }),
    },
    { requiredKeys: ['kind', 'status'] },
  ),
  fc.record({
    kind: fc.constant('answer'),
    status: fc.constant(200),
    json: fc.constantFrom<unknown>(null, { token: SECRET, list: [`key=${SECRET}`, 1] }),
  }),
  fc.record({
    kind: fc.constant('answer'),
    status: fc.constant(500),
    body: fc.constantFrom('', '<p>"é"\u0000', `{"secret":"${SECRET}"`),
  }),
  fc.record(
    { kind: fc.constant('server_error'), after: fc.boolean(), status: fc.constantFrom(500, 502) },
    { requiredKeys: ['kind'] },
  ),
  fc.record({ kind: fc.constant('garbage'), status: fc.constantFrom(200, 404, 503) }),
)
const arming = fc
  .tuple(
    faultOf,
    fc.record({
      operation: fc.constantFrom('any', 'create', 'list'),
      times: fc.constantFrom(1, 2, 3, 'always'),
      skip: fc.nat({ max: 2 }),
    }),
  )
  .map(([fault, when]) => ({ ...fault, ...when }))

const beat: fc.Arbitrary<Beat> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('call'), key: some, call: calls }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('next_page'), account: some }) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(some, actions)
      .map(([account, { action, input }]): Beat => ({ do: 'act', account, action, input })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(some, arming)
      .map(([account, input]): Beat => ({ do: 'act', account, action: 'arm_fault', input })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(0, 1, 700, 20_000, 61_000, 86_400_000, -5_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('look', 'undo'), account: some }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('undo_to', 'fork'), account: some, to: some }),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        do: fc.constant('create'),
        name: fc.constantFrom('ci', 'plus__2'),
        scenario: fc.constantFrom('plus', 'key_rotated', 'free'),
        key: some,
      },
      { requiredKeys: ['do'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete'), account: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reset', 'roll_back') }) },
) as fc.Arbitrary<Beat>

/** Histories of calls, actions and everything else that an account's history records. */
export const histories = fc.array(beat, { maxLength: 40 })

const start: Scenario = {
  aliases: [
    { id: 'a', label: 'shop' },
    { id: 'b', expires_at: '+10m' },
    { id: 'once', single_use: true },
  ],
  populate: 3,
  timeline: [
    { at: '+30s', do: 'fail_payment' },
    { at: '+90s', do: 'settle_invoice' },
    { at: '+2m', do: 'delete_alias', id: 'nobody' },
    { at: '+3m', do: 'rotate_key' },
    { at: '+4m', do: 'set_choices', page_size: 1, extra_fields: 'one' },
    { at_call: 2, do: 'advance_clock', by: '20s' },
    { at_call: 2, operation: 'create', do: 'arm_fault', kind: 'collision' },
    { at_call: 4, do: 'delete_alias', id: '{last}' },
    { at_call: 5, do: 'rotate_key' },
    { at_call: 6, operation: 'list', do: 'resume_clock', scale: 10 },
  ],
}

/**
 * A sandbox that has lived through a history, with the choices that it starts with. `look` is called
 * with the value of every account before each beat, and returns what to call after it.
 */
export function livedSandbox(
  history: readonly Beat[],
  choices: NonNullable<Scenario['choices']> = {},
  look: (accounts: Account[], next: Beat) => () => void = () => () => {},
  sandbox = coreSandbox({ ...start, choices }),
): Sandbox {
  const keys = new Set(['sandbox_plus-a', 'sandbox_key_rotated', 'sandbox_nope', 'foreign'])
  let now = MACHINE_MS
  for (const each of history) {
    for (const { state } of sandbox.accounts()) keys.add(state.key.current)
    if (each.do === 'wait') now += each.ms
    else {
      const looked = look(
        sandbox.accounts().map((account) => sandbox.syncClock(account, now)),
        each,
      )
      attempt(() => live(sandbox, each, now, [...keys]))
      looked()
    }
  }
  for (const account of sandbox.accounts()) sandbox.syncClock(account, now)
  return sandbox
}

function attempt(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
  }
}

/** `keys` are those that were ever current. */
function live(sandbox: Sandbox, each: Beat, machineMs: number, keys: string[]) {
  if (each.do === 'wait') return undefined
  if (each.do === 'reset') return sandbox.reset(machineMs)
  if (each.do === 'roll_back') {
    return sandbox.rollBack(sandbox.checkpoint(), machineMs)
  }
  if (each.do === 'call') {
    return callCore(sandbox, { ...each.call, key: keys[each.key % keys.length]!, machineMs })
  }
  if (each.do === 'create') {
    const { do: _do, key, ...asked } = each
    const own = keys.filter((each) => each.startsWith('sandbox_'))
    const apiKey = key === undefined ? {} : { apiKey: own[key % own.length]! }
    return sandbox.createAccount({ ...asked, ...apiKey }, machineMs)
  }
  const account = sandbox.accounts()[each.account % sandbox.accounts().length]!
  switch (each.do) {
    case 'next_page':
      return callCore(sandbox, nextPage(account, machineMs))
    case 'act':
      return sandbox.perform(account, each.action, each.input, machineMs)
    case 'look':
      return sandbox.syncClock(account, machineMs)
    case 'undo': {
      const last = lastAction(account.history)
      return last && undoIn(sandbox, account, last.id, machineMs)
    }
    case 'undo_to':
      return undoIn(sandbox, account, someId(account, each.to), machineMs)
    case 'delete':
      return sandbox.deleteAccount(account.name)
    case 'fork':
      return forkIn(sandbox, account, { at: someId(account, each.to) }, machineMs)
  }
}

function someId({ history }: Account, at: number): string {
  const entries = history.entries()
  return entries[at % entries.length]!.id
}

function nextPage({ requests, state }: Account, machineMs: number): CoreCall {
  const page = requests.entries().findLast(({ outcome }) => outcome === 'listed')
  const { next_cursor: cursor } = JSON.parse(page?.response.body || '{}') as {
    next_cursor?: string
  }
  const query = cursor ? `limit=2&last_key=${encodeURIComponent(cursor)}` : 'limit=2'
  return { method: 'GET', query, key: state.key.current, machineMs }
}
