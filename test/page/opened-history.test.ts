import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ControlClient } from '../../src/client/client.ts'
import type { Session } from '../../src/contract/session/session.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { reportOn } from '../../src/report/report.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { carriedTexts } from '../../src/history/page/sample-texts.ts'
import { callPage } from '../../src/page/service/call-page.ts'
import { openHistory } from '../../src/page/service/open-history.ts'
import { PageControl } from '../../src/page/service/page-control.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { livedSandbox, histories } from '../support/core/random-lives.ts'

const version = '0.0.0'

function savedFile(sandbox: Sandbox, machineMs?: number): Session {
  const at = machineMs === undefined ? {} : { machineMs }
  const file = toSession(sandbox, sandbox.accounts(), { version, ...at })
  return readSession(JSON.stringify(file), 'file')
}

function opened(file: Session, texts: typeof sampleTexts = sampleTexts) {
  const history = openHistory(file, texts)
  const { fetch } = new PageControl(history.sandbox, { sampleTexts: texts, version })
  const client = new ControlClient({ url: 'http://127.0.0.1', fetch })
  const account = 'default'
  return {
    ...history,
    client,
    look: () => client.ask('GET accounts/:account', { account }),
    perform: (action: string, body: object) =>
      client.ask('POST actions/:action', { account, action, body }),
    undo: (to: string) => client.ask('POST accounts/:account/undo', { account, body: { to } }),
  }
}

describe('a history that is opened in a page', () => {
  it('gets the same report as in the sandbox where it happened', () => {
    fc.assert(
      fc.property(histories, (beats) => {
        const lived = livedSandbox(beats)
        // What was before a failed write, or before an undo to what is gone, is in no session.
        if (beats.some((beat) => beat.do === 'roll_back' || beat.do === 'undo_to')) return
        const { sandbox } = opened(savedFile(lived))
        const reports = [lived, sandbox].map((each) => reportOn(each.accounts().map(toJudged)))
        expect(reports[1]).toEqual(reports[0])
      }),
      { numRuns: 200 },
    )
  })

  it('reports the calls after a reset, though more happened in other accounts later', () => {
    const lived = coreSandbox({})
    const other = lived.createAccount({ name: 'other' }, MACHINE_MS)
    lived.perform(other, 'reset', {}, MACHINE_MS)
    callCore(lived, { key: other.state.key.current })
    for (let made = 0; made < 5; made += 1) {
      lived.perform(lived.account('default'), 'create_alias', {}, MACHINE_MS)
    }
    const { sandbox } = opened(savedFile(lived))
    expect(reportOn([toJudged(sandbox.account('other'))]).calls).toBe(1)
  })

  it('goes on, takes a step back, and no time passes by itself', async () => {
    const lived = coreSandbox({ account: { plan: 'pro' }, populate: 30 })
    callCore(lived, { body: '{"label":"one"}' })
    lived.perform(lived.account('default'), 'advance_clock', { by: '25h' }, MACHINE_MS + 1_000)
    callCore(lived, { method: 'GET', query: 'limit=5', machineMs: MACHINE_MS + 5_000 })
    const { client, sandbox, look, perform, undo } = opened(savedFile(lived))
    expect((await look()).clock.now).toBe('2026-03-02T13:00:05.000Z')
    await perform('advance_clock', { by: '1h' })
    const before = await look()
    expect(before.clock.now).toBe('2026-03-02T14:00:05.000Z')
    const back = await undo('act_1')
    expect(back.clock.now).toBe('2026-03-01T12:00:01.000Z')
    expect((await client.ask('GET aliases', { account: 'default' })).total).toBe(31)
    await undo('undo_1')
    expect(await look()).toEqual(before)
    expect(opened(savedFile(sandbox)).replay).toMatchObject({ answers: 2, equal: 2 })
  })

  it('answers a bug report', async () => {
    const lived = coreSandbox({ account: { plan: 'plus' } })
    callCore(lived, { body: '{"label":"one"}' })
    const { client } = opened(savedFile(lived))
    const { markdown } = await client.ask('GET requests/:id/bug', {
      account: 'default',
      id: 'req_1',
    })
    expect(markdown).toContain('POST /v1/aliases → 200 created')
  })

  it('refuses what the server refuses, in the same words', async () => {
    const { client, perform } = opened(savedFile(coreSandbox({})))
    const nobody = client.ask('GET accounts/:account', { account: 'nobody' })
    await expect(nobody).rejects.toThrow('account "nobody" does not exist')
    await expect(perform('advance_clock', { by: 'soon' })).rejects.toThrow('by')
    await expect(perform('fly', {})).rejects.toThrow('fly')
  })

  it('keeps what was recorded where the sandbox answers otherwise, and names the entry', () => {
    const lived = coreSandbox({})
    callCore(lived, { body: '{"label":"one"}' })
    callCore(lived, { body: '{"label":"two"}' })
    const file = savedFile(lived)
    const call = file.accounts[0]!.history.find(({ id }) => id === 'req_2')!
    if (call.type === 'call') call.response.body = '{"label":"other"}'
    const { sandbox, replay } = opened(file)
    expect(replay).toMatchObject({ answers: 2, equal: 1 })
    expect(replay.different.get('default')).toEqual(['req_2'])
    expect(savedFile(sandbox)).toEqual(file)
  })

  describe('whose page has not the sample texts that something needs', () => {
    const populate = { do: 'populate_aliases', count: 3 } as const
    const missing = 'this page has only the sample texts of its own session'

    /** Acts in a page, then repeats the history that it saves where all texts are. */
    async function tried(lived: Sandbox, act: (page: ReturnType<typeof opened>) => unknown) {
      const page = opened(savedFile(lived), carriedTexts())
      const before = savedFile(page.sandbox)
      await expect(async () => act(page)).rejects.toThrow(missing)
      expect(savedFile(page.sandbox)).toEqual(before)
      callPage(page.sandbox, 'default', { method: 'POST', query: '', body: null })
      callPage(page.sandbox, 'default', { method: 'GET', query: '', body: null })
      expect(replaySession(savedFile(page.sandbox), sampleTexts)).toMatchObject({
        answers: 2,
        equal: 2,
      })
    }

    it('refuses an action, which is then no part of the beats', async () => {
      await tried(coreSandbox({}), ({ perform }) => perform('populate_aliases', { count: 3 }))
    })

    it('refuses to let so much time pass that a step of the timeline needs them', async () => {
      const lived = coreSandbox({ timeline: [{ at: '+1h', ...populate }] })
      await tried(lived, ({ perform }) => perform('advance_clock', { by: '2h' }))
    })

    it('refuses the call before which a step of the timeline needs them', async () => {
      const lived = coreSandbox({ timeline: [{ at_call: 1, operation: 'list', ...populate }] })
      const { sandbox } = opened(savedFile(lived), carriedTexts())
      const before = savedFile(sandbox)
      const list = () => callPage(sandbox, 'default', { method: 'GET', query: '', body: null })
      expect(list).toThrow(missing)
      expect(savedFile(sandbox)).toEqual(before)
    })
  })
})
