import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type {
  HistoryFile,
  HistoryFileItem,
  HistoryFileItemOf,
} from '../../src/contract/history/file.ts'
import { toHistoryFile } from '../../src/history/file/from-sandbox.ts'
import { readHistoryFile } from '../../src/history/file/read.ts'
import { replayFile } from '../../src/history/file/replay-file.ts'
import { toCallStep } from '../../src/history/export/call-step.ts'
import { sampleTexts } from '../../src/scenario/sample-texts.ts'
import { fileOf } from '../support/history/small-file.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

// What a call did, and what it was refused for: compared by a replay, and found out of files without it.

type Call = HistoryFileItemOf<'call'>

/** Written by the version that said in English only what was refused. */
const path = fileURLToPath(new URL('versions/refusals-without-facts.json', import.meta.url))
const text = readFileSync(path, 'utf8')
const callsOf = ({ accounts }: HistoryFile) => accounts[0]!.history.filter(isCall)

function isCall(item: HistoryFileItem): item is Call {
  return item.type === 'call'
}

/** The same file after a change of each call. */
function changed(change: (call: Call) => Partial<Call>, file = JSON.parse(text) as HistoryFile) {
  const [account] = file.accounts as [HistoryFile['accounts'][number]]
  const history = account.history.map((item) =>
    isCall(item) ? { ...item, ...change(item) } : item,
  )
  return JSON.stringify({ ...file, accounts: [{ ...account, history }] })
}

function replayed(of: string) {
  return replayFile(readHistoryFile(of, 'old.json'), sampleTexts)
}

describe('a file of the version before', () => {
  it('has none of the facts in it', () => {
    expect(text).not.toMatch(
      /"(refused|reason)": (\{|"(missing|malformed|unknown|rotated|revoked))/,
    )
  })

  it('is read with the values that were refused', () => {
    const told = callsOf(readHistoryFile(text, path)).flatMap(({ id, refused }) =>
      refused ? [`${id} ${refused.field}: ${refused.reason}`] : [],
    )
    expect(told).toEqual([
      'req_5 limit: malformed',
      'req_6 limit: out_of_range',
      'req_7 limit: out_of_range',
      'req_8 limit: repeated',
      'req_9 limit: malformed',
      'req_10 limit: malformed',
      'req_11 last_key: malformed',
      'req_12 last_key: malformed',
      'req_13 last_key: repeated',
      'req_14 cursor: unknown_field',
      'req_15 last_key: gone',
      'req_16 single_use: wrong_type',
      'req_17 single_use: wrong_type',
      'req_18 expires_at: wrong_type',
      'req_19 expires_at: out_of_range',
      'req_20 expires_at: out_of_range',
      'req_21 expires_at: wrong_type',
      'req_22 expires_at: wrong_type',
      'req_23 label: wrong_type',
      'req_24 note: wrong_type',
      'req_25 source: too_large',
      'req_26 label: wrong_type',
      'req_27 lable: unknown_field',
      'req_28 label is null; leave it out instead.: unknown_field',
      'req_30 body: malformed',
      'req_31 body: wrong_type',
      'req_32 body: wrong_type',
      'req_33 body: too_large',
      'req_34 body: unsupported',
      'req_35 body: too_large',
      'req_36 body: malformed',
      'req_37 authorization: missing',
      'req_38 authorization: unknown',
      'req_39 authorization: unknown',
      'req_44 single_use: wrong_type',
      'req_46 authorization: rotated',
      'req_47 authorization: revoked',
    ])
  })

  it('replays as equal, and what was found out of its words is what the replay says', () => {
    const { first, answers, equal, different } = replayed(text)
    expect(first).toBeUndefined()
    expect(equal).toBe(answers)
    expect([...different.values()].flat()).toEqual([])
  })

  it.each<[what: string, change: (call: Call) => Partial<Call>]>([
    ['without its effects', () => ({ effect: undefined })],
    ['without its reasons', () => ({ why: undefined })],
    ['with other words', () => ({ why: 'in other words' })],
  ])('replays as equal, also %s', (_what, change) => {
    const { first, answers, equal } = replayed(changed(change))
    expect(first).toBeUndefined()
    expect(equal).toBe(answers)
  })

  it('is told as the same steps: only keys that were valid, or were revoked since, are left out', () => {
    const steps = callsOf(readHistoryFile(text, path)).map((call) =>
      toCallStep(call, 'sandbox_default', () => undefined),
    )
    const keys = steps.map(({ key }, at) => [`req_${at + 1}`, key]).filter(([, key]) => key)
    expect(keys).toEqual([
      ['req_37', '{none}'],
      ['req_38', 'unknown'],
      ['req_39', 'unknown'],
      ['req_46', '{first_key}'],
    ])
  })

  it.each([
    [
      { why: 'the Authorization header is not of the form "Bearer <key>"', missing: true },
      'malformed',
    ],
    [{ why: 'no Authorization header was sent', missing: true }, 'missing'],
    [{ why: 'written by hand', missing: true }, 'missing'],
    [{ why: 'written by hand' }, 'unknown'],
    [{ why: 'this key of account x was revoked', bearer: 'sandbox_x' }, 'revoked'],
    [{ bearer: 'sandbox_x' }, undefined],
  ] as [Call['key'], string | undefined][])('key %j is read with the reason %s', (key, reason) => {
    const [call] = callsOf(
      readHistoryFile(
        changed(() => ({ key })),
        'old.json',
      ),
    )
    expect(call!.key.reason).toBe(reason)
  })
})

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
    return toHistoryFile(sandbox, [account], { version: '0' })
  }

  /** The differences of the first answer of a file with another fact, of which nobody but the file tells. */
  function differencesIn(id: string, fact: Partial<Call>) {
    const file = changed((call) => (call.id === id ? fact : {}), recorded())
    const { first, answers, equal } = replayed(file)
    expect([answers, equal]).toEqual([3, 2])
    return first!.answer.differences
  }

  it('of calls whose answers got lost is equal', () => {
    const { answers, equal } = replayed(JSON.stringify(recorded()))
    expect([answers, equal]).toEqual([3, 3])
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
  type Refused = NonNullable<HistoryFileItemOf<'action'>['refused']>

  /** The entries that differ in a file of two refusals, one of them of a timeline, after a change of each. */
  function differentAfter(
    change: (refused: Refused) => Refused,
    message = (text: unknown) => text,
  ) {
    const sandbox = coreSandbox({ timeline: [{ at: '+1h', do: 'settle_invoice' }] })
    const account = sandbox.account('default')
    expect(() => sandbox.perform(account, 'settle_invoice', {}, MACHINE_MS)).toThrow(
      'no open invoice',
    )
    sandbox.perform(account, 'advance_clock', { by: '2h' }, MACHINE_MS)
    const file = toHistoryFile(sandbox, [account], { version: '0' })
    const [of] = file.accounts as [HistoryFile['accounts'][number]]
    const history = of.history.map((item) => {
      if (item.type === 'action' && item.refused) return { ...item, refused: change(item.refused) }
      if (item.type !== 'event' || !item.details || !('refused' in item.details)) return item
      return { ...item, details: { ...item.details, refused: message(item.details['refused']) } }
    })
    return replayed(JSON.stringify({ ...file, accounts: [{ ...of, history }] })).different.get(
      'default',
    )
  }

  it('is equal, whatever the words were, and if its reason was not written yet', () => {
    expect(differentAfter((same) => same)).toEqual([])
    expect(
      differentAfter(
        (same) => ({ ...same, message: 'in other words' }),
        () => 'also here',
      ),
    ).toEqual([])
    expect(differentAfter(({ status, message }) => ({ status, message }))).toEqual([])
    // Earlier versions wrote '' where all arguments together were refused.
    expect(differentAfter((same) => ({ ...same, field: '' }))).toEqual([])
  })

  it('differs where it was refused for something else', () => {
    expect(differentAfter((same) => ({ ...same, reason: 'no_subscription' }))).toContain('act_1')
    expect(differentAfter((same) => ({ ...same, status: 400 }))).toContain('act_1')
  })

  it('has no room where the sandbox had none, also in a file of the version before', () => {
    const message =
      'this sandbox (not the service that it imitates) holds all that it may, 1 MiB of accounts and aliases; delete accounts or reset some'
    const file = fileOf([
      {
        id: 'act_1',
        order: 1,
        at: '2026-03-01T12:00:00.000Z',
        real_at: '2026-03-01T12:00:00.000Z',
        type: 'action',
        action: 'create_alias',
        arguments: {},
        origin: 'control',
        refused: { status: 409, message },
      },
    ])
    expect(replayed(JSON.stringify(file)).different.get('default')).toEqual([])
  })
})
