import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Choice `message_text`: the message of a refusal is stable and says where, what, and what is allowed.

const NOW = MACHINE_MS / 1_000
const atMachine: Scenario['clock'] = { now: new Date(MACHINE_MS).toISOString() }

function said(requested: CoreCall, scenario: Scenario = {}): { status: number; message: unknown } {
  const { response } = callCore(coreSandbox({ clock: atMachine, ...scenario }), requested)
  return { status: response.status, message: (JSON.parse(response.body) as RefusalBody).message }
}
type RefusalBody = { message?: string }

describe('the message says what is wrong with a body', () => {
  it('an expires_at in milliseconds is said to look like milliseconds', () => {
    const { message } = said({ body: JSON.stringify({ expires_at: MACHINE_MS + 3_600_000 }) })
    expect(message).toMatch(/ s ahead; allowed are .* from now \(it looks like milliseconds\)\.$/)
  })

  it('100000000000 seconds are not yet taken for milliseconds', () => {
    const { message } = said({ body: '{"expires_at":100000000000}' })
    expect(message).toMatch(/366 days from now\.$/)
  })

  it.each([
    [299, false],
    [300, true],
    [31_622_400, true],
    [31_622_401, false],
  ])('%i seconds from real time: that the clocks differ is said: %s', (seconds, isSaid) => {
    const early = { clock: { now: '2020-01-01T00:00:00Z' } }
    const { message } = said({ body: JSON.stringify({ expires_at: NOW + seconds }) }, early)
    const hint =
      " (the sandbox's clock stands at 2020-01-01T00:00:00.000Z, away from real time: by that it would be allowed)."
    expect(String(message).endsWith(hint)).toBe(isSaid)
  })
})

describe('a refusal in different words (choice message_text)', () => {
  it('adds a number or an apology in turn', () => {
    const choices = { message_text: 'varied' } as const
    const sandbox = coreSandbox({ choices })
    const bodies = [1, 2, 3].map(
      () => callCore(sandbox, { method: 'GET', query: 'limit=0' }).response.body,
    )
    expect(bodies).toEqual([
      '{"message":"limit is 0; allowed are 1 to 100. (reference 1)"}',
      '{"message":"Sorry: limit is 0; allowed are 1 to 100."}',
      '{"message":"limit is 0; allowed are 1 to 100. (reference 3)"}',
    ])
  })
})

describe('an unknown name is reported with the known names and the nearest', () => {
  const choices = { unknown_fields: 'reject' } as const

  it.each([
    [
      { body: '{"lable":"x"}' },
      '"lable" is not known (allowed: label, note, source, category, single_use, expires_at; did you mean label?).',
    ],
    [
      { body: '{"colour":"red"}' },
      '"colour" is not known (allowed: label, note, source, category, single_use, expires_at).',
    ],
    [{ method: 'GET', query: 'cursor=x' }, '"cursor" is not known (allowed: limit, last_key).'],
    [{ query: 'label=x' }, '"label" is not known (no query parameters are allowed).'],
  ])('%j: %s', (requested, message) => {
    expect(said(requested, { choices })).toEqual({ status: 400, message })
  })

  it('but next_call is not refused, since it has no unknown name', () => {
    const { next_call } = toAccountView(coreSandbox({ choices }).account('default'))
    expect([next_call.create.outcome, next_call.list.outcome]).toEqual(['created', 'listed'])
  })

  it('and in the journal when it is ignored', () => {
    const { checks } = callCore(coreSandbox({}), { body: '{"lable":"x","colour":"red"}' })
    expect(checks.map(({ detail }) => detail)).toContain(
      'ignored "lable"; did you mean label?; ignored "colour"',
    )
  })

  it('and in the journal when a creation has it in its query', () => {
    const { checks } = callCore(coreSandbox({}), { query: 'label=x', body: '{"colour":"red"}' })
    expect(checks.map(({ detail }) => detail)).toContain(
      'ignored "label" in the query; ignored "colour"',
    )
  })

  it('for at most twenty names', () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]))
    const { checks } = callCore(coreSandbox({}), { body: JSON.stringify(fields) })
    const noted = checks.find(({ check }) => check === 'body')?.detail?.split('; ') ?? []
    expect(noted).toHaveLength(21)
    expect(noted.at(-1)).toBe('ignored 480 more')
  })
})
