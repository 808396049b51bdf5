import type { Entry, ActionEntry, RequestEntry } from '../../src/contract/history/entry.ts'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/contract/session/session.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { fileOf } from '../support/history/small-file.ts'

// The facts of a call, such as its effect and its refusal: a replay compares these, never the words.

type Call = RequestEntry

function isCall(item: Entry): item is Call {
  return item.type === 'call'
}

/** The text of a file after a change of each call. */
function changed(file: Session, change: (call: Call) => Partial<Call>) {
  const [account] = file.accounts as [Session['accounts'][number]]
  const history = account.history.map((item) =>
    isCall(item) ? { ...item, ...change(item) } : item,
  )
  return JSON.stringify({ ...file, accounts: [{ ...account, history }] })
}

function replayed(text: string) {
  return replaySession(readSession(text, 'bug.json'), sampleTexts)
}

describe('a replay', () => {
  function recorded() {
    const sandbox = coreSandbox({})
    const account = sandbox.account('default')
    for (const kind of ['drop_after', 'drop_after', 'drop_after']) {
      sandbox.perform(account, 'arm_fault', { kind }, MACHINE_MS)
    }
    callCore(sandbox, { body: '{"label":"x"}' })
    callCore(sandbox, { method: 'GET', query: 'limit=0' })
    callCore(sandbox, { method: 'GET' })
    return toSession(sandbox, [account], { version: '0' })
  }

  /** The differences of the first answer of a file with another fact, of which nobody but the file tells. */
  function differencesIn(id: string, fact: Partial<Call>) {
    const file = changed(recorded(), (call) => (call.id === id ? fact : {}))
    const { first, answers, equal } = replayed(file)
    expect([answers, equal]).toEqual([3, 2])
    return first!.answer.differences
  }

  it('of calls whose answers got lost is equal', () => {
    const { answers, equal } = replayed(JSON.stringify(recorded()))
    expect([answers, equal]).toEqual([3, 3])
  })

  it('is equal where a file says why in other words', () => {
    const { answers, equal, different } = replayed(
      changed(recorded(), () => ({ why: 'in other words' })),
    )
    expect([answers, equal, different.get('default')]).toEqual([3, 3, []])
  })

  it.each<[what: string, id: string, fact: Partial<Call>, field: string]>([
    ['another alias was created', 'req_1', { effect: { kind: 'created', alias: 'z' } }, 'effect'],
    ['nothing was created', 'req_1', { effect: { kind: 'none' } }, 'effect'],
    ['an alias was created', 'req_2', { effect: { kind: 'created', alias: 'z' } }, 'effect'],
    ['another field was refused', 'req_2', { refused: { field: 'last_key', reason: 'out_of_range' } }, 'refused'],
    ['a field was refused for another reason', 'req_2', { refused: { field: 'limit', reason: 'malformed' } }, 'refused'],
    ['no field was refused', 'req_2', { refused: null }, 'refused'],
    ['a field was refused', 'req_3', { refused: { field: 'limit', reason: 'malformed' } }, 'refused'],
  ])('differs where %s', (_what, id, fact, field) => {
    const differences = differencesIn(id, fact)
    expect(differences).toEqual([{ field, recorded: fact[field as 'effect'], replayed: expect.anything() as unknown }].map(
      (each) => (id === 'req_3' ? { ...each, replayed: null } : each),
    ))
  }) // prettier-ignore
})

describe('a replay of an action that was refused', () => {
  type Refused = NonNullable<ActionEntry['refused']>

  /** The entries that differ in a file of two refusals, one of them of a timeline, after a change of each. */
  function differentAfter(change: (refused: Refused) => Refused) {
    const sandbox = coreSandbox({ timeline: [{ at: '+1h', do: 'settle_invoice' }] })
    const account = sandbox.account('default')
    expect(() => sandbox.perform(account, 'settle_invoice', {}, MACHINE_MS)).toThrow(
      'no open invoice',
    )
    sandbox.perform(account, 'advance_clock', { by: '2h' }, MACHINE_MS)
    const file = toSession(sandbox, [account], { version: '0' })
    const [of] = file.accounts as [Session['accounts'][number]]
    const history = of.history.map((item) => {
      if (item.type === 'action' && item.refused) return { ...item, refused: change(item.refused) }
      if (item.type !== 'event' || !item.details?.['refused']) return item
      return {
        ...item,
        details: { ...item.details, refused: change(item.details['refused'] as Refused) },
      }
    })
    return replayed(JSON.stringify({ ...file, accounts: [{ ...of, history }] })).different.get(
      'default',
    )
  }

  it('is equal, whatever the words were', () => {
    expect(differentAfter((same) => same)).toEqual([])
    expect(differentAfter((same) => ({ ...same, message: 'in other words' }))).toEqual([])
  })

  it('differs where it was refused for something else', () => {
    expect(differentAfter((same) => ({ ...same, reason: 'no_subscription' }))).toContain('act_1')
    expect(differentAfter((same) => ({ ...same, status: 400 }))).toContain('act_1')
  })

  it('has no room where the sandbox had none, whatever room the replay has', () => {
    const file = fileOf([
      {
        id: 'act_1',
        order: 1,
        account: 'default',
        at: '2026-03-01T12:00:00.000Z',
        real_at: '2026-03-01T12:00:00.000Z',
        type: 'action',
        action: 'create_alias',
        arguments: {},
        origin: 'control',
        refused: { status: 409, message: 'no room', reason: 'no_room' },
      },
    ])
    expect(replayed(JSON.stringify(file)).different.get('default')).toEqual([])
  })
})
