import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ActionError } from '../../src/contract/control/action-error.ts'
import { checkSession } from '../../src/contract/session/check-session.ts'
import type { ActionEntry, Entry } from '../../src/contract/history/entry.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { doStep, steps } from '../support/core/random-actions.ts'
import { refusalsOf } from '../support/refusals-of.ts'
import { fileOf, listEntry } from '../support/history/small-file.ts'

/** Entries as a file has them. */
const written = <Each extends Entry>(entry: Each) => JSON.parse(JSON.stringify(entry)) as Each
const place = { order: 7, account: 'default', at: '2026-03-01T12:00:00.000Z', real_at: '2026-03-01T12:00:00.000Z' } // prettier-ignore
const reset: ActionEntry = { ...place, id: 'act_3', type: 'action', action: 'reset', arguments: {}, origin: 'cli', whole_sandbox: true, result: { scenario: 'plus' } } // prettier-ignore

const others: Entry[] = [
  { ...place, id: 'start_3', type: 'start', reason: 'started', scenario: 'plus', seed: 1, choices: { page_size: 10 }, clock: { mode: 'running', scale: 60 } },
  { ...place, id: 'start_3', type: 'start', reason: 'started', scenario: 'plus', seed: 1, choices: {}, clock: { mode: 'frozen', scale: 1 }, key: { first: 'sandbox_a', series: 0, made: 0 } },
  reset,
  { ...place, id: 'act_3', type: 'action', action: 'reset', origin: 'control', refused: { status: 400, message: 'no', field: 'by' } },
  { ...place, id: 'mail_3', type: 'mail', action: 'deliver_mail', arguments: { to: 'a@b.example' }, origin: 'control', unchanged: true, result: { outcome: 'refused' } },
  { ...place, id: 'evt_3', type: 'event', event: 'alias_expired', details: { id: 'a' }, during: 'act_2' },
  { ...place, id: 'evt_3', type: 'event', event: 'burst_reset', details: {}, during: null },
  { ...place, id: 'undo_3', type: 'undo', origin: 'dashboard', to: 'req_1' },
  { ...place, id: 'undo_3', type: 'undo', origin: 'cli', to: 'req_1', unchanged: true },
] // prettier-ignore

describe('a file has an entry as it was recorded', () => {
  it.each(others)('$type $event$action', (entry) => {
    const before = entry.type === 'start' ? [] : [listEntry(1)]
    expect(refusalsOf(checkSession(fileOf([...before, written(entry)])))).toEqual([])
  })

  it('for random calls and actions', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const sandbox = coreSandbox({ populate: 3 })
        for (const step of steps) doStep(sandbox, step)
        const entries = sandbox.account('default').history.entries()
        expect(entries.map(written)).toEqual(entries)
        expect(refusalsOf(checkSession(fileOf(entries.map(written))))).toEqual([])
      }),
    )
  })

  it('with the bytes of a body, valid JSON or not', () => {
    const sandbox = coreSandbox({})
    for (const body of ['{ "label" : "x" }', '{"label":', '\u0000é😀', '']) {
      expect(written(callCore(sandbox, { body }))).toMatchObject({ request: { body } })
    }
  })

  it.each([
    ['{"label":"a","__proto__":1}', '{"label":"a","__proto__":1}'],
    ['{"constructor":{"prototype":[]}}', '{"constructor":{"prototype":[]}}'],
    ['{"count":1e400}', { count: null }],
    ['[-1e999,{"__proto__":{"x":null}}]', '[null,{"__proto__":{"x":null}}]'],
  ])('with the arguments %s of a refused action, which can be read and repeated', (text, kept) => {
    const sandbox = coreSandbox({})
    const account = sandbox.account('default')
    const args = JSON.parse(text) as unknown
    expect(() => sandbox.perform(account, 'create_alias', args, MACHINE_MS)).toThrow(ActionError)
    const saved = JSON.stringify(toSession(sandbox, [account], { version: '0.0.0' }))
    const session = readSession(saved, 'x.json')
    expect(session.accounts[0]!.history.at(-1)).toMatchObject({ arguments: kept })
    expect(replaySession(session, sampleTexts).different).toEqual(new Map([['default', []]]))
  })

  it('with a Retry-After that is a date, and the seconds that it tells', () => {
    const entry = callCore(coreSandbox({ faults: [{ kind: 'outage' }] }))
    const headers = { 'Retry-After': 'Sun, 01 Mar 2026 12:00:30 GMT' }
    const dated = written({ ...entry, response: { ...entry.response, headers } })
    expect(dated.response).toMatchObject({ retry_after_seconds: 30, headers })
    expect(refusalsOf(checkSession(fileOf([dated])))).toEqual([])
  })

  it('with its place in the order of events, and that of its connection', () => {
    const connection = { id: 3, opened: 4, closed: 9 }
    const entry = written(callCore(coreSandbox({}), { order: [5, 6], connection }))
    expect(entry).toMatchObject({ arrived: 5, handed_over: 6, connection })
    expect(refusalsOf(checkSession(fileOf([entry])))).toEqual([])
  })
})

describe('a file is refused', () => {
  it('with an entry that leaves out why it is so', () => {
    const { why: _why, ...entry } = listEntry(1)
    expect(refusalsOf(checkSession(fileOf([entry as never])))).toEqual([
      'accounts[0].history[0].why is required',
    ])
  })
})
