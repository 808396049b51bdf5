import { describe, expect, it } from 'vitest'
import { SandboxError } from '../../../src/client/error.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { transports } from '../../library/transports.ts'

// Errors are told as facts, which programs read: `message` is for people.

const token = 'a-token-of-twenty-six-chars'
const foreign = { 'sec-fetch-site': 'cross-site' }

describe('an error of the control API has its code', () => {
  it.each<[code: string, status: number, line: string, body?: unknown, headers?: object]>([
    ['bad_argument', 400, 'POST actions/advance_clock', { by: 'soon' }],
    ['bad_argument', 400, 'GET requests?limit=0'],
    ['bad_argument', 400, 'POST scenarios/check', { text: 'account: { plan: gold }' }],
    ['bad_argument', 400, 'POST reset', '{"a"'],
    ['bad_argument', 400, 'GET accounts/%zz'],
    ['unauthorized', 403, 'GET accounts', undefined, foreign],
    ['not_found', 404, 'GET accounts/nobody'],
    ['not_found', 404, 'GET nothing/here'],
    ['not_found', 404, 'POST actions/setle_invoice', {}],
    ['bad_request', 405, 'DELETE reset'],
    ['bad_request', 415, 'POST reset', undefined, { 'content-type': 'text/plain' }],
    ['bad_request', 415, 'DELETE requests', undefined, { 'content-type': 'text/plain' }],
    ['bad_request', 415, 'POST reset', '{}', { 'content-encoding': 'br' }],
    ['timeout', 408, 'GET requests/wait?timeout=0'],
    ['refused', 409, 'POST actions/settle_invoice', {}],
    ['refused', 413, 'POST reset', ' '.repeat(3_000_000)],
  ])('%s, %i: %s', async (code, status, line, body, headers) => {
    const [method = '', path = ''] = line.split(' ')
    const answer = await controlClient(await freshSandbox()).send(method, path, body, headers)
    expect(answer).toMatchObject({
      status,
      body: { code, message: expect.any(String) as string },
    })
  })

  it('unauthorized without the token', async () => {
    const control = controlClient(await freshSandbox({ controlToken: token }))
    expect(await control.send('GET', 'accounts')).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    })
  })

  it('closed while the sandbox ends', async () => {
    const sandbox = await freshSandbox()
    const waiting = controlClient(sandbox).send('GET', 'requests/wait?timeout=10m')
    await controlClient(sandbox).send('GET', 'live')
    await sandbox.close()
    expect(await waiting).toMatchObject({ status: 503, body: { code: 'closed' } })
  })

  it('but not an error of the service, whose answers are those of the document', async () => {
    const { url } = await freshSandbox({ scenario: 'past_due' })
    const headers = { authorization: 'Bearer sandbox_default' }
    const answers = ['/v1/aliases', '/v1/nothing', '/_sandboxes'].map(async (path) =>
      Object.keys((await (await fetch(`${url}${path}`, { headers })).json()) as object),
    )
    expect(await Promise.all(answers)).toEqual([['code', 'description'], ['message'], ['message']])
  })
})

it.each<[action: string, input: object, message: string]>([
  ['advance_clock', {}, 'input must contain exactly one of by, to'],
  ['advance_clock', { by: '1s', to: 'utc_midnight' }, 'input must contain exactly one of by, to'],
  ['set_usage', {}, 'input must contain at least one of burst, burst_resets_in, daily, forwards, referral_bonus'],
  ['set_choices', {}, 'input must contain at least one choice, such as page_size'],
  ['set_account', {}, 'input must contain at least one of plan, billing, card'],
  ['clear_faults', { id: 'fault_1', kind: 'outage' }, 'input must not contain both id and kind'],
])('a refusal of all arguments together has no field: %s %j', async (action, input, message) => {
  const control = controlClient(await freshSandbox())
  expect(await control.do(action, input)).toMatchObject({ status: 400, body: { message } })
  expect((await control.do(action, input)).body).not.toHaveProperty('field')
  const { body } = await control.send('GET', 'history?types=action')
  const [{ refused }] = body['history'] as [{ refused: object }]
  expect(refused).toEqual({ status: 400, message })
}) // prettier-ignore

describe('a refusal has its reason', () => {
  it.each<[reason: string, status: number, line: string, body?: unknown]>([
    ['account_exists', 409, 'POST accounts', { name: 'default' }],
    ['key_taken', 409, 'POST accounts', { name: 'new', api_key: 'sandbox_default' }],
    ['default_account', 409, 'DELETE accounts/default'],
    ['embedded', 409, 'POST stop', {}],
    ['no_action', 409, 'POST accounts/default/undo', {}],
    ['no_open_invoice', 409, 'POST actions/settle_invoice', {}],
    ['too_large', 413, 'POST reset', ' '.repeat(3_000_000)],
  ])('%s: %s', async (reason, status, line, body) => {
    const [method = '', path = ''] = line.split(' ')
    const answer = await controlClient(await freshSandbox()).send(method, path, body)
    expect(answer).toMatchObject({ status, body: { code: 'refused', reason } })
  })

  it('no_room when there are as many accounts as there may be', async () => {
    const control = controlClient(await freshSandbox({ maxAccounts: 1 }))
    expect(await control.send('POST', 'accounts', { name: 'second' })).toMatchObject({
      status: 409,
      body: { reason: 'no_room' },
    })
  })

  it('too_many with the fault after the last that can be armed', { tags: ['long'] }, async () => {
    const control = controlClient(await freshSandbox())
    const arm = () => control.do('arm_fault', { kind: 'outage' })
    let answer = await arm()
    for (let armed = 1; answer.status === 200 && armed <= 1_000; armed += 1) answer = await arm()
    expect(answer).toMatchObject({ status: 409, body: { reason: 'too_many' } })
  })

  it('in the history, where the message may change', async () => {
    const control = controlClient(await freshSandbox())
    await control.do('settle_invoice')
    const { body } = await control.send('GET', 'history?types=action')
    expect(body).toMatchObject({
      history: [{ refused: { status: 409, reason: 'no_open_invoice' } }],
    })
  })
})

describe.each(transports)('SandboxError has what the control API told, %s', (_name, open) => {
  it.each<[what: string, facts: object, act: (account: Awaited<ReturnType<typeof opened>>) => Promise<unknown>]>([
    ['a refusal', { code: 'refused', status: 409, reason: 'no_open_invoice', field: undefined }, (account) => account.do('settle_invoice')],
    ['a wrong argument', { code: 'bad_argument', status: 400, reason: undefined, field: 'by' }, (account) => account.clock.advance('soon' as '1s')],
    ['what does not exist', { code: 'not_found', status: 404, field: 'id' }, (account) => account.do('delete_alias', { id: 'a' })],
    ['calls that did not come', { code: 'timeout', status: 408 }, (account) => account.waitForRequest({ timeout: '0s' })],
  ])('%s', async (_what, facts, act) => {
    const error: unknown = await act(await opened()).then(() => undefined, (caught: unknown) => caught)
    expect(error).toBeInstanceOf(SandboxError)
    expect(error).toMatchObject(facts)
  }) // prettier-ignore

  async function opened() {
    return (await open()).account()
  }
})
