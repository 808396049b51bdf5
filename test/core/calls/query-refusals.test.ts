import { describe, expect, it } from 'vitest'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// A query that cannot be parsed, or names an alias that does not exist.

function said(requested: CoreCall): { status: number; message: unknown } {
  const { response } = callCore(coreSandbox({}), requested)
  const { message } = JSON.parse(response.body) as { message?: string }
  return { status: response.status, message }
}

describe('a refusal says what is wrong with a query', () => {
  it.each([
    ['limit=abc', 'limit is "abc", not a whole number from 1 to 100.'],
    ['limit=', 'limit is "", not a whole number from 1 to 100.'],
    ['limit', 'limit is "", not a whole number from 1 to 100.'],
    ['limit=01', 'limit is "01", not a whole number from 1 to 100.'],
    ['limit=1%30x', 'limit is "10x", not a whole number from 1 to 100.'],
    ['limit=1+0', 'limit is "1 0", not a whole number from 1 to 100.'],
    ['limit=%', 'limit is "%", not a whole number from 1 to 100.'],
    ['limit=0', 'limit is 0; allowed are 1 to 100.'],
    ['limit=101', 'limit is 101; allowed are 1 to 100.'],
    ['limit=1=0', 'limit is "1=0", not a whole number from 1 to 100.'],
    ['limit=+', 'limit is " ", not a whole number from 1 to 100.'],
    ['limit=1&limit=1', 'limit is given more than once.'],
    ['last_key=a&last_key=a', 'last_key is given more than once.'],
    ['last_key=', 'last_key is not a next_cursor of this account; pass it back unchanged.'],
    ['last_key=a', 'last_key is not a next_cursor of this account; pass it back unchanged.'],
  ])('%s: %s', (query, message) => {
    expect(said({ method: 'GET', query })).toEqual({ status: 400, message })
  })

  it.each(['limit=1%30', '&limit=10&', 'last_kee=x', 'limits=0', '=', '&', 'x=limit=0'])(
    '?%s is accepted',
    (query) => {
      expect(said({ method: 'GET', query })).toEqual({ status: 200, message: undefined })
    },
  )

  it.each([
    ['&limit=10&&', undefined],
    ['=x&limit=10', 'ignored ""'],
    ['limits', 'ignored "limits"; did you mean limit?'],
    ['limits=1', 'ignored "limits"; did you mean limit?'],
  ])('the journal notes about ?%s: %s', (query, noted) => {
    const { checks } = callCore(coreSandbox({}), { method: 'GET', query })
    expect(checks.at(-1)).toEqual({ check: 'query', passed: true, detail: noted })
  })

  it('a last_key whose alias is gone is named as the reason where that is refused', () => {
    const choices = { stale_cursor: 'reject' } as const
    const sandbox = coreSandbox({ choices, aliases: [{ id: 'a' }, { id: 'b' }] })
    const first = callCore(sandbox, { method: 'GET', query: 'limit=1' })
    const { next_cursor } = JSON.parse(first.response.body) as { next_cursor: string }
    sandbox.perform(sandbox.account('default'), 'delete_alias', { id: 'a' }, MACHINE_MS)
    const query = `last_key=${next_cursor}`
    const { response } = callCore(sandbox, { method: 'GET', query })
    expect(JSON.parse(response.body)).toEqual({ message: 'last_key names an alias that is gone.' })
  })
})
