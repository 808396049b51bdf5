import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkHistoryFile } from '../../src/contract/history/check-file.ts'
import { ActionError } from '../../src/contract/control/action-error.ts'
import type { HistoryFileItem, HistoryFileItemOf } from '../../src/contract/history/file.ts'
import type { Entry } from '../../src/core/record/entry.ts'
import type { HistoryEntry } from '../../src/core/record/history-entry.ts'
import { toEntry, toItem } from '../../src/history/file/items.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { doStep, steps } from '../support/core/random-actions.ts'
import { refusalsOf } from '../support/refusals-of.ts'
import { fileOf, listItem } from '../support/history/small-file.ts'

const written = (entry: HistoryEntry) =>
  JSON.parse(JSON.stringify(toItem(entry))) as HistoryFileItem
const place = { order: 7, number: 3, account: 'default', accountMs: 1_000, machineMs: 2_000 }

const others: HistoryEntry[] = [
  { ...place, type: 'start', reason: 'started', scenario: 'plus', seed: 1, choices: { page_size: 10 }, clock: { mode: 'running', scale: 60 }, key: null },
  { ...place, type: 'action', action: 'reset', arguments: {}, origin: 'cli', isWholeReset: true, result: { scenario: 'plus' }, refused: null },
  { ...place, type: 'action', action: 'reset', arguments: undefined, origin: 'control', isWholeReset: false, result: null, refused: { status: 400, message: 'no', field: 'by' } },
  { ...place, type: 'mail', action: 'deliver_mail', arguments: { to: 'a@b.example' }, origin: 'control', isWholeReset: false, isIdle: true, result: { outcome: 'refused' }, refused: null },
  { ...place, type: 'event', event: 'alias_expired', details: { id: 'a' }, during: 'act_2' },
  { ...place, type: 'event', event: 'burst_reset', details: {}, during: null },
  { ...place, type: 'rewind', origin: 'dashboard', to: 'req_1' },
  { ...place, type: 'rewind', origin: 'cli', to: 'req_1', isIdle: true },
] // prettier-ignore

describe('an entry as an item of a file', () => {
  it.each(others)('and back is unchanged: $type $event$action', (entry) => {
    expect(toEntry(written(entry), 'default')).toEqual(entry)
    expect(refusalsOf(checkHistoryFile(fileOf([listItem(1), written(entry)])))).toEqual([])
  })

  it('and back has the same item, for random calls and actions', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const sandbox = coreSandbox({ populate: 3 })
        const entries: Entry[] = []
        sandbox.listen((entry) => entries.push(entry))
        for (const step of steps) doStep(sandbox, step)
        const items = entries.map(written).map((item, at) => ({ ...item, order: at }))
        expect(items.map((item) => toItem(toEntry(item, 'default')))).toEqual(items)
        expect(refusalsOf(checkHistoryFile(fileOf(items)))).toEqual([])
      }),
    )
  })

  it('keeps the bytes of a body, valid JSON or not', () => {
    const sandbox = coreSandbox({})
    for (const body of ['{ "label" : "x" }', '{"label":', '\u0000é😀', '']) {
      const item = written(callCore(sandbox, { body }))
      expect(item).toMatchObject({ request: { body } })
      expect(toEntry(item, 'default')).toMatchObject({ request: { body } })
    }
  })

  it.each([
    '{"label":"a","__proto__":1}',
    '{"constructor":{"prototype":[]},"a\\ud83d":"\\ude00"}',
    '{"count":1e400}',
    '[-1e999,{"__proto__":{"x":null}}]',
  ])('keeps the arguments %s of a refused action, and can be read', (text) => {
    const sandbox = coreSandbox({})
    const account = sandbox.account('default')
    const act = () => sandbox.perform(account, 'create_alias', JSON.parse(text), MACHINE_MS)
    expect(act).toThrow(ActionError)
    const entry = account.history.entries().at(-1)!
    const item = written(entry)
    expect(item).toMatchObject({ arguments_json: expect.any(String) as string })
    expect(refusalsOf(checkHistoryFile(fileOf([{ ...item, order: 1 }])))).toEqual([])
    expect(toEntry(item, 'default')).toEqual(entry)
  })

  it('arguments as text that is no JSON are refused', () => {
    const { arguments: _none, ...item } = written(others[1]!) as HistoryFileItemOf<'action'>
    expect(refusalsOf(checkHistoryFile(fileOf([{ ...item, arguments_json: '{' }])))).toEqual([
      'accounts[0].history[0].arguments_json must be text of JSON (got "{")',
    ])
  })

  it('a Retry-After that is a date keeps the seconds that it tells, and is never NaN', () => {
    const sandbox = coreSandbox({ faults: [{ kind: 'outage' }] })
    const entry = callCore(sandbox)
    const headers = { 'Retry-After': 'Sun, 01 Mar 2026 12:00:30 GMT' }
    const dated = { ...entry, response: { ...entry.response, headers } }
    const item = written(dated) as HistoryFileItemOf<'call'>
    expect(item.response).toMatchObject({ retry_after_seconds: 30, headers })
    expect(toEntry(item, 'default')).toMatchObject({ response: { retryAfterSeconds: 30 } })
  })

  it('keeps its place in the order of events, and that of its connection', () => {
    const connection = { id: 3, opened: 4, closed: 9 }
    const { request, ...entry } = callCore(coreSandbox({}), { order: [5, 6] })
    const item = written({ ...entry, request: { ...request, connection } })
    expect(item).toMatchObject({ arrived: 5, handed_over: 6, connection })
    expect(toEntry(item, 'default')).toMatchObject({
      request: { arrived: 5, connection },
      handedOver: 6,
    })
    expect(refusalsOf(checkHistoryFile(fileOf([item])))).toEqual([])
  })

  it('what is left out has its usual value', () => {
    const item: HistoryFileItem = {
      type: 'call', order: 1, id: 'req_1', at: '2026-03-01T12:00:00Z', real_at: '2026-03-01T12:00:00Z',
      request: { method: 'POST', path: '/v1/aliases', headers: { 'content-type': 'application/json' }, body: '{}' },
      response: { status: 429, body: '{}' }, key: { bearer: 'sandbox_default' }, outcome: 'burst',
    } // prettier-ignore
    expect(toEntry(item, 'default')).toMatchObject({
      operation: 'create',
      request: { query: '', contentType: 'application/json' },
      response: { headers: {} },
      delivery: { kind: 'send', delayMs: 0 },
      key: { valid: true },
      clockScale: 1,
      hasClientLeft: false,
    })
  })
})
