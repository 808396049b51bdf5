import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { getText, silentClient } from '../../support/http/raw-reader.ts'

const KEY = 'sandbox_unlimited-pipelined'

it('a client that pipelines many requests does not hold up the others', async () => {
  const { url } = await freshSandbox()
  await fetch(`${url}/_sandbox/live`) // what answers it is loaded by then
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
  expect([...(await textOf(client)).matchAll(/nobody(\d+)/g)].map(([, n]) => Number(n))).toEqual(
    paths.map((_, n) => n),
  )
})

it('a request waits until the one before it is answered', async () => {
  const { url, sandbox } = await freshSandbox()
  sandbox.perform(sandbox.account('default'), 'arm_fault', { kind: 'hang', times: 1 }, Date.now())
  const called = new Promise((resolve) => sandbox.listen(resolve))
  const client = await silentClient(url, getText('/v1/aliases').repeat(3))
  await called
  await fetch(`${url}/_sandbox/live`)
  expect(sandbox.account('default').requests.entries().length).toBe(1)
  client.destroy()
})

async function textOf(client: Socket): Promise<string> {
  let text = ''
  client.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await once(client, 'close')
  return text
}
