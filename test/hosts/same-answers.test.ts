import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../src/contract/faults.ts'
import { argumentsOf } from '../support/core/fault-arguments.ts'
import { openPort, otherHosts, type Hosted } from './hosts.ts'
import { history, seen, verdicts } from './seen.ts'

const key = { authorization: 'Bearer sandbox_default' }
const json = { ...key, 'content-type': 'application/json' }
const create = (
  body: string | Uint8Array | URLSearchParams,
  headers: Record<string, string> = json,
) => ({
  method: 'POST',
  headers,
  body,
})

/** Anything that a `Request` can express, of a client or of somebody who is curious. */
const requests: [says: string, path: string, init?: RequestInit][] = [
  ['a list', '/v1/aliases', { headers: key }],
  ['a page', '/v1/aliases?limit=1', { headers: key }],
  ['a wrong query', '/v1/aliases?limit=0&limit=2', { headers: key }],
  ['a query in every letter', '/v1/aliases?limit=%32&x=%C3%A4+b&y=ä', { headers: key }],
  ['a creation', '/v1/aliases', create('{"label":"Ünï ©ödé 🎉"}')],
  ['one without a body', '/v1/aliases', { method: 'POST', headers: key }],
  ['one with an empty body', '/v1/aliases', create('')],
  ['one in broken JSON', '/v1/aliases', create('{"label":')],
  ['one in another type', '/v1/aliases', create('label=a', { ...key, 'content-type': 'text/plain' })],
  ['one as a form', '/v1/aliases', create(new URLSearchParams({ label: 'a' }), key)],
  ['one in bytes that are no UTF-8', '/v1/aliases', create(new Uint8Array([0x7b, 0xff, 0x7d]))],
  ['one with a mark of byte order', '/v1/aliases', create('\ufeff{}')],
  ['one of 100 kB', '/v1/aliases', create(JSON.stringify({ note: 'x'.repeat(102_380) }))],
  ['one that is too large', '/v1/aliases', create('x'.repeat(102_401))],
  ['no key', '/v1/aliases', {}],
  ['a wrong key', '/v1/aliases', { headers: { authorization: 'Bearer nobody' } }],
  ['a key in another scheme', '/v1/aliases', { headers: { authorization: 'Basic eDp5' } }],
  ['a key that makes an account', '/v1/aliases', { headers: { authorization: 'Bearer sandbox_past_due-7' } }],
  ['a key of an account with sample data', '/v1/aliases', { headers: { authorization: 'Bearer sandbox_many_pages' } }],
  ['HEAD', '/v1/aliases', { method: 'HEAD', headers: key }],
  ['OPTIONS', '/v1/aliases', { method: 'OPTIONS', headers: key }],
  ['a preflight', '/v1/aliases', { method: 'OPTIONS', headers: { origin: 'http://a.example', 'access-control-request-method': 'POST' } }],
  ['DELETE', '/v1/aliases/x', { method: 'DELETE', headers: key }],
  ['PATCH with a body', '/v1/aliases/x', { ...create('{}'), method: 'PATCH' }],
  ['a method of nobody', '/v1/aliases', { method: 'PURGE', headers: key }],
  ['a method that HTTP does not know', '/v1/aliases', { method: 'FOO', headers: key }],
  ['a target larger than all headers may be', `/v1/aliases?x=${'y'.repeat(20_000)}`, { headers: key }],
  ['another path', '/v2/aliases', { headers: key }],
  ['a path with letters', '/v1/%61liases/../aliases', { headers: key }],
  ['the root', '/', { headers: key }],
  ['a target that is too long', `/v1/aliases?x=${'y'.repeat(8_192)}`, { headers: key }],
  ['headers that are too large', '/v1/aliases', { headers: { ...key, 'x-large': 'y'.repeat(20_000) } }],
  ['many headers', '/v1/aliases', { headers: [...Array(210).keys()].map((at) => [`x-${at}`, '1']) }],
  ['secrets', '/v1/aliases?api_key=k7_0123456789abcdef', { headers: { ...key, cookie: 'a=b; c=d', 'x-api-key': 'secret' } }],
] // prettier-ignore

/** Requests to the control API; writes among them. */
const controlled: [says: string, path: string, init?: RequestInit][] = [
  ['the account', '/_sandbox/accounts/default'],
  ['an account of nobody', '/_sandbox/accounts/nobody'],
  ['a path of nobody', '/_sandbox/nothing'],
  ['the path alone', '/_sandbox'],
  ['another method', '/_sandbox/ready', { method: 'DELETE', headers: json }],
  ['a write without a type', '/_sandbox/actions/fail_payment', { method: 'POST' }],
  ['an action', '/_sandbox/actions/fail_payment', create('{}')],
  ['an action that is refused', '/_sandbox/actions/settle_invoice', create('{"colour":1}')],
  ['a body in broken JSON', '/_sandbox/accounts', create('{')],
  ['a new account', '/_sandbox/accounts', create('{"name":"mine","scenario":"trial"}')],
  ['sample data', '/_sandbox/actions/populate_aliases', create('{"count":3,"locale":"ja"}')],
  ['a mail', '/_sandbox/inbox', create(JSON.stringify({ from: 'a@b.example', to: 'c@d.example', raw: 'Subject: 1\r\n\r\n123456' }))],
  ['a wait that is over', '/_sandbox/requests/wait?timeout=1ms&outcome=outage'],
  ['the report', '/_sandbox/report?format=text'],
  ['the choices', '/_sandbox/choices'],
  ['the actions', '/_sandbox/actions'],
  ['the OpenAPI document', '/_sandbox/openapi.json?api=v1'],
  ['a scenario of what happened', '/_sandbox/session/scenario'],
  ['HEAD', '/_sandbox/ready', { method: 'HEAD' }],
] // prettier-ignore

/** The start of two sandboxes that answer alike: on a port, and on another host. */
async function both(open: (typeof otherHosts)[number][1], options = {}): Promise<[Hosted, Hosted]> {
  return [await openPort(options), await open(options)]
}

describe.each(otherHosts)('%s answers as the port does, byte for byte and header for header:', (name, open) => {
  it.each(requests)('%s', async (_says, path, init) => {
    const [port, other] = await both(open, { scenario: ['plus', { aliases: [{ label: 'a' }, { label: 'b' }] }] })
    expect(await seen(other.send(path, init))).toEqual(await seen(port.send(path, init)))
    expect(await history(other)).toEqual(await history(port))
  })

  // A page carries neither that document, which is as large as the rest of it, nor what reads mails.
  const left = name === 'page' ? ['the OpenAPI document', 'a mail'] : []
  const asked = controlled.filter(([says]) => !left.includes(says))

  it.each(asked)('control API, %s', async (_says, path, init) => {
    const [port, other] = await both(open)
    const answers = await Promise.all([port, other].map(({ send }) => seen(send(path, init))))
    const [wanted, found] = answers.map((answer) => JSON.parse(JSON.stringify(answer, withoutDate)))
    expect(found).toEqual(wanted)
  })

  it.each(faultKinds.filter((kind) => kind !== 'hang'))('fault %s', async (kind) => {
    const [port, other] = await both(open)
    for (const { sandbox } of [port, other]) await sandbox.defaultAccount.fail(kind, argumentsOf(kind) as never)
    for (const init of [create('{"label":"a"}'), { headers: key }]) {
      expect(await seen(other.send('/v1/aliases', init))).toEqual(await seen(port.send('/v1/aliases', init)))
    }
    expect(await history(other)).toEqual(await history(port))
    expect(await verdicts(other)).toEqual(await verdicts(port))
  })

  it('a race: a list that is held, and a creation before its answer', async () => {
    const raced = async ({ send, sandbox }: Hosted) => {
      await sandbox.defaultAccount.fail('hold')
      const list = seen(send('/v1/aliases', { headers: key }))
      await sandbox.defaultAccount.waitForRequest()
      return [await seen(send('/v1/aliases', create('{"label":"a"}'))), await list]
    }
    const [port, other] = await both(open)
    expect(await raced(other)).toEqual(await raced(port))
    expect(await history(other)).toEqual(await history(port))
    expect((await other.sandbox.defaultAccount.requests())[0]!.held_for).toBe('req_2')
  })
}) // prettier-ignore

/** The machine's time, which the header Date of the control API tells. */
function withoutDate(name: string, value: unknown): unknown {
  return ['date', 'pid'].includes(name) ? undefined : value
}
