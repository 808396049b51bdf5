import { expect, it } from 'vitest'
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
