import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// The message of a refusal says what is wrong, and what is allowed.

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

  it('and in the journal when it is ignored', () => {
    const { checks } = callCore(coreSandbox({}), { body: '{"lable":"x","colour":"red"}' })
    expect(checks.map(({ detail }) => detail)).toContain(
      'ignored "lable"; did you mean label?; ignored "colour"',
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
