import { inProcess } from '../../src/core/calls/arrival.ts'
import { expect, it, onTestFinished } from 'vitest'
import { callCore } from '../support/core/core-call.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

type WaitAnswer = { requests: { id: string; duration_ms: number }[] }
const wait = async (url: string, query: string) => {
  const response = await fetch(`${url}/_sandbox/requests/wait?${query}`)
  return {
    status: response.status,
    body: (await response.json()) as WaitAnswer & { message: string },
  }
}

it('many clients that wait for the same calls are all answered, without a warning', async () => {
  const { url, sandbox } = await freshSandbox({ scenario: 'unlimited' })
  const warnings: string[] = []
  const warn = ({ message }: Error) => warnings.push(message)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
  for (let call = 0; call < 80; call += 1) callCore(sandbox, { body: '{"label":"x"}' })
  const waiting = Array.from({ length: 60 }, () => wait(url, 'count=81&timeout=20s'))
  await fetch(`${url}/_sandbox/live`)
  callCore(sandbox, { body: '{"label":"y"}' })
  for (const { body } of await Promise.all(waiting)) {
    expect(body.requests.map(({ id }) => id).at(-1)).toBe('req_81')
    expect(body.requests).toHaveLength(81)
  }
  expect(warnings).toEqual([])
})

it('a wait does not count a call that the journal has dropped', async () => {
  const { url, sandbox } = await freshSandbox({ maxRequests: 3 })
  const waiting = wait(url, 'count=4&timeout=1s')
  for (let call = 0; call < 10; call += 1) {
    callCore(sandbox)
    await fetch(`${url}/_sandbox/live`)
  }
  expect(await waiting).toMatchObject({
    status: 408,
    body: { message: 'Received 3 of 4 matching requests within 1 s.' },
  })
})

it('a call is read once, however many wait for another one', async () => {
  const readsBeside = async (waits: number) => {
    const { url, sandbox } = await freshSandbox()
    const query = encodeURIComponent('{"limit":"5","order":"newest"}')
    for (let count = 0; count < waits; count += 1) void wait(url, `query=${query}`).catch(() => {})
    await fetch(`${url}/_sandbox/live`)
    let reads = 0
    const request = {
      method: 'GET',
      path: '/v1/aliases',
      get query() {
        reads += 1
        return 'limit=5'
      },
      headers: {},
      body: null,
    }
    sandbox.call(request, 'Bearer sandbox_default', inProcess(Date.now()))
    return reads
  }
  expect(await readsBeside(20)).toBe(await readsBeside(1))
})

it('GET requests of one large page a thousand times is refused, and fewer are answered', async () => {
  const { url, sandbox } = await freshSandbox({ scenario: 'unlimited' })
  const note = 'x'.repeat(30_000)
  for (let call = 0; call < 10; call += 1) callCore(sandbox, { body: JSON.stringify({ note }) })
  for (let call = 0; call < 500; call += 1) {
    callCore(sandbox, { method: 'GET', query: 'limit=100' })
  }
  const read = (query: string) => fetch(`${url}/_sandbox/requests${query}`)
  expect((await read('')).status).toBe(413)
  const few = await read('?limit=3')
  expect(((await few.json()) as WaitAnswer).requests.map(({ id }) => id)).toEqual([
    'req_508',
    'req_509',
    'req_510',
  ])
})
