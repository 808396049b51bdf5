import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/contract/session/session.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { livedSandbox, histories } from '../support/core/random-lives.ts'
import { continued } from './computed.ts'
import { localeTexts } from './locale-texts.ts'

const account = 'default'

function savedText(sandbox: Sandbox): string {
  return JSON.stringify(toSession(sandbox, sandbox.accounts(), { version: '0.0.0' }))
}

function opened(lived: Sandbox) {
  const { client, replay } = continued(savedText(lived), localeTexts)
  return {
    client,
    replay,
    look: () => client.ask('GET accounts/:account', { account }),
    perform: (action: string, body: object) =>
      client.ask('POST actions/:action', { account, action, body }),
    undo: (to: string) => client.ask('POST accounts/:account/undo', { account, body: { to } }),
    saved: () => client.ask('GET session') as Promise<Session>,
  }
}

describe('a session', () => {
  it('gets the same report as in the sandbox where it happened', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (beats) => {
        // What was before a failed write, or before an undo to what is gone, is in no session.
        if (beats.some((beat) => beat.do === 'roll_back' || beat.do === 'undo_to')) return
        const lived = livedSandbox(beats)
        const { client } = continued(savedText(lived), localeTexts)
        const there = reportOn(lived.accounts().map(toJudged))
        const here = await client.ask('GET report', {
          account: 'default',
          query: { accounts: 'all' },
        })
        expect(here).toEqual(JSON.parse(JSON.stringify(there)))
      }),
      { numRuns: 100 },
    )
  })

  it('goes on, takes a step back, and its session can be replayed', async () => {
    const lived = coreSandbox({ account: { plan: 'pro' }, populate: 30 })
    callCore(lived, { body: '{"label":"one"}' })
    lived.perform(lived.account('default'), 'advance_clock', { by: '25h' }, MACHINE_MS + 1_000)
    callCore(lived, { method: 'GET', query: 'limit=5', machineMs: MACHINE_MS + 5_000 })
    const { client, look, perform, undo, saved } = opened(lived)
    expect((await look()).clock.now).toBe('2026-03-02T13:00:05.000Z')
    await perform('advance_clock', { by: '1h' })
    const before = await look()
    expect(before.clock.now).toBe('2026-03-02T14:00:05.000Z')
    expect((await undo('act_1')).clock.now).toBe('2026-03-01T12:00:01.000Z')
    expect((await client.ask('GET aliases', { account })).total).toBe(31)
    await undo('undo_1')
    expect(await look()).toEqual(before)
    expect(replaySession(await saved(), sampleTexts)).toMatchObject({ answers: 2, equal: 2 })
  })

  it('keeps what was recorded where the sandbox answers otherwise, and names the entry', async () => {
    const lived = coreSandbox({})
    callCore(lived, { body: '{"label":"one"}' })
    callCore(lived, { body: '{"label":"two"}' })
    const changed = savedText(lived).replace(
      String.raw`\"label\":\"two\"`,
      String.raw`\"label\":\"x\"`,
    )
    const { replay, client } = continued(changed, localeTexts)
    expect(replay).toMatchObject({ answers: 2, equal: 1 })
    expect(replay.different.get('default')).toEqual(['req_2'])
    expect(JSON.stringify(await client.ask('GET session'))).toContain(String.raw`\"label\":\"x\"`)
  })

  it('of an account that is not called default is read and continued', async () => {
    const lived = coreSandbox({})
    const mine = lived.createAccount({ name: 'mine' }, MACHINE_MS)
    callCore(lived, { key: mine.state.key.current })
    const session = toSession(lived, [mine], { version: '0.0.0' })
    const { client } = continued(JSON.stringify(session), localeTexts)
    expect(await client.ask('GET accounts')).toMatchObject({ accounts: [{ name: 'mine' }] })
    await client.ask('POST actions/:action', { account: 'mine', action: 'fail_payment', body: {} })
    const { history } = await client.ask('GET accounts/:account/history', { account: 'mine' })
    expect(history.map(({ id }) => id)).toEqual(['start_1', 'req_1', 'act_1'])
  })
})
