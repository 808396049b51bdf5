import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { explore, type Account } from '../../../src/index.ts'

async function create({ url, apiKey }: Account): Promise<Response> {
  return fetch(`${url}/v1/aliases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(1_000),
  })
}

it('stops a client that never ends', async () => {
  const client = async (account: Account, signal: AbortSignal) => {
    while (!(await create(account)).ok) await sleep(10, undefined, { signal })
  }
  const { findings } = await explore(client, {
    runs: 7,
    time: '10m',
    only: ['never_ends'],
    throw: false,
  })
  expect(findings.map(({ key }) => key)).toContain('never_ends/collision/create')
})
