import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { explore, type Account } from '../../src/index.ts'

async function create({ url, apiKey }: Account): Promise<Response> {
  return fetch(`${url}/v1/aliases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{}',
  })
}

it('stops a client that never ends', async () => {
  const client = async (account: Account, signal: AbortSignal) => {
    while ((await create(account)).status === 409) await sleep(2_000, undefined, { signal })
  }
  const { findings } = await explore(client, {
    runs: 150,
    time: '10m',
    only: ['never_ends'],
    throw: false,
    runTime: '4s',
  })
  expect(findings.map(({ key }) => key)).toContain('never_ends/collision/create')
})
