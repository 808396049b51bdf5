import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const authorization = 'Bearer sandbox_default'

async function appliedFaultOf(fault: object) {
  const sandbox = await freshSandbox()
  const control = controlClient(sandbox)
  expect((await control.do('arm_fault', fault)).status).toBe(200)
  const post = (init: RequestInit = {}) =>
    fetch(`${sandbox.url}/v1/aliases`, { method: 'POST', headers: { authorization }, ...init })
  return { sandbox, control, post, api: apiClient(sandbox) }
}

describe('a fault that closes the connection', () => {
  it.each([
    ['drop_before', 0],
    ['drop_after', 1],
  ])('%s leaves %i aliases', async (kind, made) => {
    const { post, api, control } = await appliedFaultOf({ kind })
    await expect(post()).rejects.toThrow()
    expect((await api.list()).aliases).toHaveLength(made)
    const [entry] = await control.requests()
    expect(entry).toMatchObject({
      outcome: kind,
      basis: 'injected',
      fault: 'fault_1',
      response: { status: 0, body: null },
    })
    expect((await control.account()).usage.daily.used).toBe(made)
  })

  it.each([
    [{ kind: 'drop_after' }, 'UND_ERR_SOCKET', 1],
    [{ kind: 'connection_reset' }, 'ECONNRESET', 0],
    [{ kind: 'connection_reset', after: true }, 'ECONNRESET', 1],
  ])('%j fails with %s and leaves %i aliases', async (fault, code, made) => {
    const { post, api } = await appliedFaultOf(fault)
    await expect(post()).rejects.toMatchObject({ cause: { code } })
    expect((await api.list()).aliases).toHaveLength(made)
  })

  it('truncate: the alias is created, and its answer is cut off', async () => {
    const { post, api } = await appliedFaultOf({ kind: 'truncate' })
    const response = await post()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect((await api.list()).aliases).toHaveLength(1)
  })
})

describe('a client without HTTP sees', () => {
  /** The pieces that come for a creation, and then how the connection ends. */
  async function* events(port: number): AsyncGenerator<string> {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(
      `POST /v1/aliases HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`,
    )
    try {
      for await (const piece of socket.setEncoding('utf8')) yield piece as string
      yield 'end'
    } catch (error) {
      yield (error as NodeJS.ErrnoException).code ?? 'error'
    }
  }

  it.each([
    [{ kind: 'connection_reset' }, 'ECONNRESET'],
    [{ kind: 'connection_reset', after: true }, 'ECONNRESET'],
    [{ kind: 'drop_before' }, 'end'],
    [{ kind: 'drop_after' }, 'end'],
  ])('%j as %s, and no byte', async (fault, end) => {
    const { sandbox } = await appliedFaultOf(fault)
    const seen = []
    for await (const event of events(sandbox.port)) seen.push(event)
    expect(seen).toEqual([end])
  })

  it('what dribbles in as the headers, and then a piece at a time', async () => {
    const { sandbox } = await appliedFaultOf({ kind: 'dribble', ms: 20_000 })
    const pieces = events(sandbox.port)
    const next = async () => (await pieces.next()).value as string
    const headers = await next()
    expect(headers).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n$/)
    const [, length = ''] = /content-length: (\d+)/i.exec(headers) ?? []
    const body = (await next()) + (await next())
    expect(body).toMatch(/^\{/)
    expect(body.length).toBeLessThan(Number(length) / 2)
  })
})

describe('dribble', () => {
  it('sends the headers at once, and then the whole body', async () => {
    const { post, control } = await appliedFaultOf({ kind: 'dribble', ms: 20 })
    const response = await post()
    const whole = await response.text()
    expect(response.status).toBe(200)
    expect(String(Buffer.byteLength(whole))).toBe(response.headers.get('content-length'))
    const [entry] = await control.requests()
    expect(entry).toMatchObject({
      outcome: 'created',
      fault: 'fault_1',
      delivery: { kind: 'send', dribble_ms: 20 },
      response: { body: JSON.parse(whole) as unknown },
      client_left: false,
    })
  })

  it('ends with a client that gives up, and the alias was created', async () => {
    const { post, control, api } = await appliedFaultOf({ kind: 'dribble', ms: 600_000 })
    const leaving = new AbortController()
    const response = await post({ signal: leaving.signal })
    leaving.abort()
    await expect(response.text()).rejects.toThrow()
    expect((await api.list()).aliases).toHaveLength(1)
    await expect
      .poll(() => control.requests())
      .toContainEqual(expect.objectContaining({ outcome: 'created', client_left: true }))
  })

  it('sends the rest at once when the sandbox stops', async () => {
    const { post, sandbox } = await appliedFaultOf({ kind: 'dribble', ms: 600_000 })
    const response = await post()
    await sandbox.close()
    expect((await response.text()).length).toBe(Number(response.headers.get('content-length')))
  })
})

describe('a fault that never answers', () => {
  it.each([
    [false, 0],
    [true, 1],
  ])('hang, after: %s, leaves %i aliases and ends with the client', async (after, made) => {
    const { post, api, control } = await appliedFaultOf({ kind: 'hang', after })
    const leaving = new AbortController()
    const hanging = post({ signal: leaving.signal })
    await control.send('GET', 'requests/wait?count=1')
    leaving.abort()
    await expect(hanging).rejects.toThrow()
    expect((await api.list()).aliases).toHaveLength(made)
  })

  it('closes the connection when the sandbox stops', async () => {
    const { post, control, sandbox } = await appliedFaultOf({ kind: 'hang' })
    const hanging = post()
    await control.send('GET', 'requests/wait?count=1')
    const lost = expect(hanging).rejects.toThrow()
    await sandbox.close()
    await lost
  })
})

describe('a fault that answers', () => {
  it.each([
    [{ kind: 'garbage' }, 502, 'text/html', 0],
    [{ kind: 'garbage', status: 504 }, 504, 'text/html', 0],
    [{ kind: 'server_error' }, 500, 'application/json', 0],
    [{ kind: 'server_error', status: 502, after: true }, 502, 'application/json', 1],
  ])('%j answers %i as %s and leaves %i aliases', async (fault, status, type, made) => {
    const { post, api } = await appliedFaultOf(fault)
    const response = await post()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      expect.stringContaining(type),
    ])
    expect((await api.list()).aliases).toHaveLength(made)
  })

  it('delay: the answer is the usual one, and the journal names the fault', async () => {
    const { api, control } = await appliedFaultOf({ kind: 'delay', ms: 30 })
    expect((await api.create()).status).toBe(200)
    expect((await control.requests())[0]).toMatchObject({ outcome: 'created', fault: 'fault_1' })
  })

  it('sends delayed answers when the sandbox stops', async () => {
    const { post, control, sandbox } = await appliedFaultOf({ kind: 'delay', ms: 600_000 })
    const delayed = post()
    await control.send('GET', 'requests/wait?count=1')
    await sandbox.close()
    expect((await delayed).status).toBe(200)
  })
})

describe('when a fault applies', () => {
  it.each([
    [{ kind: 'outage', times: 2 }, ['POST', 'GET', 'GET'], [503, 503, 200]],
    [{ kind: 'outage', skip: 1 }, ['GET', 'POST', 'GET'], [200, 503, 200]],
    [{ kind: 'outage', operation: 'list' }, ['POST', 'GET', 'GET'], [200, 503, 200]],
    [
      { kind: 'server_error', operation: 'create', times: 'always' },
      ['GET', 'POST', 'POST'],
      [200, 500, 500],
    ],
    [{ kind: 'daily_cap' }, ['GET', 'POST', 'POST'], [200, 429, 200]],
    [{ kind: 'invalid_key' }, ['GET', 'GET'], [401, 200]],
    [{ kind: 'burst' }, ['GET', 'GET'], [429, 200]],
  ])('%j: %j answer %j', async (fault, methods, statuses) => {
    const { api } = await appliedFaultOf(fault)
    const answered = []
    for (const method of methods) answered.push((await api.send(method, '/v1/aliases')).status)
    expect(answered).toEqual(statuses)
  })

  it('for ends on the account’s clock', async () => {
    const { api, control } = await appliedFaultOf({ kind: 'outage', for: '15m' })
    expect([(await api.list()).status, (await api.list()).status]).toEqual([503, 503])
    const { body } = await control.do('advance_clock', { by: '15m' })
    expect(body['fired']).toEqual([
      expect.objectContaining({ event: 'fault_ended', kind: 'outage', hits: 2 }),
    ])
    expect((await api.list()).status).toBe(200)
  })

  it('counts its hits, even after it ended, and can be cleared by id or kind', async () => {
    const { api, control } = await appliedFaultOf({ kind: 'outage', times: 1 })
    await api.list()
    expect((await control.send('GET', 'faults/fault_1')).body).toMatchObject({
      hits: 1,
      state: 'over',
    })
    expect((await control.account()).faults).toEqual([])
    await control.do('arm_fault', { kind: 'outage', times: 'always' })
    expect((await control.do('clear_faults', { id: 'fault_2' })).body['result']).toEqual({
      cleared: 1,
    })
    expect((await api.list()).status).toBe(200)
    expect((await control.do('clear_faults', { id: 'fault_9' })).status).toBe(404)
  })

  it.each([
    [{ kind: 'outag' }, /did you mean "outage"\?/],
    [{ kind: 'outage', times: 'always', for: '5s' }, /must not be "always" together with for/],
    [{ kind: 'daily_cap', operation: 'list' }, /must be create for kind daily_cap/],
    [{ kind: 'delay' }, /ms is required/],
    [{ kind: 'drop_after', status: 500 }, /only for garbage, server_error and answer/],
    [{ kind: 'server_error', status: 503 }, /500, 502, 504/],
    [{ kind: 'outage', times: -1 }, /times/],
    [{ kind: 'outage', times: 1e9 }, /times/],
    [{ kind: 'outage', tims: 1 }, /did you mean "times"\?/],
    [{}, /kind is required/],
  ])('%j is refused when it is written', async (fault, message) => {
    const control = controlClient(await freshSandbox())
    const { status, body } = await control.do('arm_fault', fault)
    expect([status, body['message']]).toEqual([400, expect.stringMatching(message)])
    expect((await control.account()).faults).toEqual([])
  })
})

it('a 503 says the retry_after of its fault each time, which the document does not', async () => {
  const { post, control } = await appliedFaultOf({ kind: 'outage', times: 2, retry_after: 90 })
  for (const _ of [1, 2]) {
    expect((await post()).headers.get('retry-after')).toBe('90')
    await control.do('advance_clock', { by: '30s' })
  }
  const [entry] = await control.requests()
  expect(entry).toMatchObject({ outcome: 'outage', basis: 'injected' })
})
