import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  conflictNames,
  controlErrors,
  type Conflict,
  type ControlErrorCode,
} from '../../../src/contract/control-errors.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { routes } from '../../../src/control/routes.ts'
import type { RunningSandbox } from '../../../src/node/start.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { startSandbox } from '../../support/http/fresh-sandbox.ts'
import { stateOf } from '../../support/core/states.ts'

/** Two of the three possible ids are taken. */
const scenario: Scenario = {
  ids: { alphabet: 'a', length: 1 },
  usage: { burst: 3, daily: 2, forwards: 2_500 },
  aliases: [
    { id: 'a' },
    { id: 'off', status: 'suspended', suspended_reason: 'abuse' },
    { id: 'once', single_use: true },
  ],
  faults: [{ kind: 'outage', operation: 'list', times: 2, for: '2h' }],
  timeline: [{ at: '+3h', do: 'settle_invoice' }],
}

const late = { aliases: [{ id: 'x' }, { expires_at: '2026-03-01T11:00:00Z' }] }

type State = { accounts: { name: string }[] }
type RefusedRequest = [
  what: string,
  route: string,
  path: string,
  body: (session: State) => unknown,
  status: number,
]

const list: RefusedRequest[3] = () => []
const broken: RefusedRequest[3] = () => '{"seed":1'
const twice: RefusedRequest[3] = (session) => ({
  ...session,
  accounts: [...session.accounts, ...session.accounts],
})

const back =
  (body: object): RefusedRequest[3] =>
  () =>
    body

const refusedRequests: RefusedRequest[] = [
  [
    'an undo to nowhere',
    'POST accounts/:account/undo',
    'accounts/other/undo',
    back({ to: 'req_9' }),
    404,
  ],
  [
    'an undo to a number',
    'POST accounts/:account/undo',
    'accounts/other/undo',
    back({ to: 9 }),
    400,
  ],
  [
    'a fork whose name is taken',
    'POST accounts/:account/fork',
    'accounts/other/fork',
    back({ name: 'default' }),
    409,
  ],
  [
    'a fork of nowhere',
    'POST accounts/:account/fork',
    'accounts/other/fork',
    back({ name: 'new', at: 'act_9' }),
    404,
  ],
  ['a stop by a client of a library', 'POST stop', 'stop', back({}), 409],
  ['a stop with an argument', 'POST stop', 'stop', back({ now: true }), 400],
  ['an account in broken JSON', 'POST accounts', 'accounts', broken, 400],
  ['an account whose name is taken', 'POST accounts', 'accounts', () => ({ name: 'other' }), 409],
  [
    'an account that cannot start',
    'POST accounts',
    'accounts',
    () => ({ name: 'new', overrides: late }),
    400,
  ],
  ['deleting default', 'DELETE accounts/:account', 'accounts/default', () => undefined, 409],
  [
    'deleting an unknown account',
    'DELETE accounts/:account',
    'accounts/nobody',
    () => undefined,
    404,
  ],
  ['an unknown action', 'POST actions/:action', 'actions/nope', () => ({}), 404],
  [
    'an action on an unknown account',
    'POST actions/:action',
    'accounts/nobody/actions/rotate_key',
    () => ({}),
    404,
  ],
  ['an action with a list of arguments', 'POST actions/:action', 'actions/rotate_key', list, 400],
  ['a reset with a list of arguments', 'POST reset', 'reset', list, 400],
  ['a reset with an unknown argument', 'POST reset', 'reset', () => ({ all: true }), 400],
  [
    'a scenario to check that is no text',
    'POST scenarios/check',
    'scenarios/check',
    () => ({ text: 5 }),
    400,
  ],
  [
    'clearing the journal of an unknown account',
    'DELETE requests',
    'accounts/nobody/requests',
    () => undefined,
    404,
  ],
  [
    'clearing the journal with an unknown parameter',
    'DELETE requests',
    'requests?limit=1',
    () => undefined,
    400,
  ],
  [
    'emptying the inbox of an unknown account',
    'DELETE inbox',
    'accounts/nobody/inbox',
    () => undefined,
    404,
  ],
  ['a message without an address', 'POST inbox', 'inbox', () => ({ raw: 'Subject: a' }), 400],
  [
    'a message with too many parts',
    'POST inbox',
    'inbox',
    () => ({ to: 'a@alias-sandbox.example', raw: `\r\n\r\n${'--a\r\n'.repeat(1_001)}` }),
    400,
  ],
  ['a session in broken JSON', 'PUT session', 'session', broken, 400],
  ['a replay of no session', 'POST replay', 'replay', () => ({}), 400],
  ['a session with every account twice', 'PUT session', 'session', twice, 400],
]

let sandbox: RunningSandbox
beforeAll(async () => {
  const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const
  sandbox = await startSandbox({ with: { ...scenario, clock }, overrides: { clock } })
  const control = controlClient(sandbox)
  await control.send('POST', 'accounts', { name: 'other' })
  await fetch(`${sandbox.url}/v1/aliases`)
})
afterAll(() => sandbox.close())

/** The state, and the journals, as the control API shows them. */
async function everything() {
  return { ...stateOf(sandbox.sandbox, 0), requests: await controlClient(sandbox).requests() }
}

async function expectRefused(method: string, path: string, body: RefusedRequest[3]) {
  const control = controlClient(sandbox)
  const session = (await control.session()) as unknown as State
  const before = await everything()
  const { status, body: error } = await control.send(method, path, body(session))
  expect(await everything()).toEqual(before)
  const { code, reason } = error as { code: ControlErrorCode; reason?: Conflict }
  expect(controlErrors[code].statuses).toContain(status)
  expect(conflictNames.includes(reason!)).toBe(code === 'refused')
  return status
}

describe('a refused request of the control API changes nothing', () => {
  it.each(refusedRequests)('%s (%s)', async (_what, route, path, body, status) => {
    expect(await expectRefused(route.split(' ')[0]!, path, body)).toBe(status)
  })

  it('every route that can change something is tested', () => {
    const changing = routes.filter(({ method }) => method !== 'GET')
    const tested = new Set(refusedRequests.map(([, route]) => route))
    expect([...tested].toSorted()).toEqual(
      changing.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
  })
})
