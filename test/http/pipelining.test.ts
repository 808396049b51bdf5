import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { takeTurns } from '../../src/http/server/take-turns.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { getText, readToEnd, silentClient } from '../support/http/raw-reader.ts'

const KEY = 'sandbox_unlimited-pipelined'

it('a client that pipelines many requests does not hold up the others', async () => {
  const { url } = await freshSandbox()
  const many = await silentClient(url, getText('/v1/aliases', KEY).repeat(400))
  await once(many, 'readable')
  const seen = await fetch(`${url}/_sandbox/accounts/unlimited-pipelined/requests`)
  const { requests } = (await seen.json()) as { requests: unknown[] }
  expect(requests.length).toBeLessThan(200)
})

it('pipelined requests are all answered, in their order', async () => {
  const { url } = await freshSandbox()
  const paths = Array.from({ length: 300 }, (_, n) => `/_sandbox/accounts/nobody${n}`)
  const client = await silentClient(url, paths.map((path) => getText(path)).join(''))
  client.end()
  let text = ''
  client.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await once(client, 'close')
  expect([...text.matchAll(/nobody(\d+)/g)].map(([, n]) => Number(n))).toEqual(
    paths.map((_, n) => n),
  )
})

/** A server whose answers the test sends. */
async function serveSilence(
  max: number,
  seen: (response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(takeTurns((_request, response) => seen(response), max))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('a request waits until the one before it is answered', async () => {
  const responses: ServerResponse[] = []
  let came = () => {}
  const second = new Promise<void>((resolve) => (came = resolve))
  const url = await serveSilence(10, (response) => {
    responses.push(response)
    if (responses.length === 2) came()
  })
  const client = await silentClient(url, getText('/').repeat(3))
  await expect.poll(() => responses.length).toBe(1)
  responses[0]!.end('first')
  await second
  expect(responses.length).toBe(2)
  client.destroy()
})

it('a connection that pipelines more than the limit is closed, which frees room for others', async () => {
  const responses: ServerResponse[] = []
  const url = await serveSilence(10, (response) => responses.push(response))
  expect(await readToEnd(await silentClient(url, getText('/').repeat(12)))).toBe(0)
  await silentClient(url, getText('/').repeat(11))
  await expect.poll(() => responses.length).toBe(2)
  responses[1]!.end('answered')
  await expect.poll(() => responses.length).toBe(3)
})
