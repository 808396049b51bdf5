import { expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { observe } from '../../../src/hunt/explore/observe.ts'
import { makesParallelCalls } from '../../../src/hunt/explore/judge/workers.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'

type Send = (timeOutMs?: number) => Promise<unknown>

const CALLS = 12

/** Does a client on Node's fetch look as if it made calls beside each other? */
async function looksParallel(client: (send: Send) => Promise<unknown>, start: Scenario = {}) {
  const { url, sandbox } = await freshSandbox({ with: start })
  const headers = { authorization: 'Bearer sandbox_default', 'content-type': 'application/json' }
  const send: Send = async (timeOutMs = 60_000) => {
    const signal = AbortSignal.timeout(timeOutMs)
    const body = JSON.stringify({ label: 'shop' })
    const sent = fetch(`${url}/v1/aliases`, { method: 'POST', headers, body, signal })
    return sent.then((response) => response.text()).catch(() => undefined)
  }
  await client(send)
  return makesParallelCalls(observe(sandbox.accounts(), { end: 'passed', output: '', endedMs: 0 }))
}

const inTurn = async (send: Send) => {
  for (let call = 0; call < CALLS; call += 1) await send()
}
const timesOut = async (send: Send) => {
  for (let call = 0; call < CALLS; call += 1) await send(20)
}
const pool = (send: Send) => Promise.all([inTurn(send), inTurn(send), inTurn(send)])

const always = 'always'
it.each<[string, Scenario]>([
  ['succeed', {}],
  ['are answered 503', { faults: [{ kind: 'outage', for: '2h' }] }],
  ['lose their answers', { faults: [{ kind: 'drop_after', times: always }] }],
  ['get half an answer', { faults: [{ kind: 'truncate', times: always }] }],
])('a client that makes one call after the other is no pool when they %s', async (_what, start) => {
  expect(await looksParallel(inTurn, start)).toBe(false)
})

it('a client that leaves when its time is over and calls again is no pool', async () => {
  expect(await looksParallel(timesOut, { faults: [{ kind: 'hang', times: always }] })).toBe(false)
})

it('three workers that share the connections of fetch are a pool', async () => {
  expect(await looksParallel(pool)).toBe(true)
})
