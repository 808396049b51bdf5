import type { RequestEntry } from '../../../src/contract/history/entry.ts'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../../src/contract/session/session.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { refusalReasonNames, type RefusedValue } from '../../../src/contract/refused-value.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'

// Errors, 400 and 401: which value was refused, and why, is a field of the entry.

type SentRequest = {
  query?: string
  body?: string
  type?: string
  encoding?: string
  key?: string | null
}
type RefusalRow = [what: string, sent: SentRequest, field: string, reason: string]

const body = (value: unknown): SentRequest => ({ body: JSON.stringify(value) })
const soon = 1_772_366_400 // the start of the frozen clock, 2026-03-01T12:00:00Z

/** The values that the document names: limit, last_key, the fields of the body, the body itself, the key. */
const documented: RefusalRow[] = [
  ['limit=abc', { query: 'limit=abc' }, 'limit', 'malformed'],
  ['limit=1.5', { query: 'limit=1.5' }, 'limit', 'malformed'],
  ['an empty limit', { query: 'limit=' }, 'limit', 'malformed'],
  ['limit=0', { query: 'limit=0' }, 'limit', 'out_of_range'],
  ['limit=101', { query: 'limit=101' }, 'limit', 'out_of_range'],
  ['two limits', { query: 'limit=1&limit=2' }, 'limit', 'repeated'],
  ['a last_key that no page had', { query: 'last_key=abc' }, 'last_key', 'malformed'],
  ['two last_keys', { query: 'last_key=a&last_key=b' }, 'last_key', 'repeated'],
  ['a text as single_use', body({ single_use: 'yes' }), 'single_use', 'wrong_type'],
  ['null as single_use', body({ single_use: null }), 'single_use', 'wrong_type'],
  ['a text as expires_at', body({ expires_at: 'soon' }), 'expires_at', 'wrong_type'],
  ['half a second as expires_at', body({ expires_at: 1.5 }), 'expires_at', 'wrong_type'],
  ['an expiry in the past', body({ expires_at: 5 }), 'expires_at', 'out_of_range'],
  ['an expiry in 299 s', body({ expires_at: soon + 299 }), 'expires_at', 'out_of_range'],
  [
    'an expiry in 367 days',
    body({ expires_at: soon + 367 * 86_400 }),
    'expires_at',
    'out_of_range',
  ],
  ['a number as label', body({ label: 5 }), 'label', 'wrong_type'],
  ['a list as note', body({ note: [] }), 'note', 'wrong_type'],
  ['an object as source', body({ source: {} }), 'source', 'wrong_type'],
  ['true as category', body({ category: true }), 'category', 'wrong_type'],
  ['a body that is not JSON', { body: '{"label":' }, 'body', 'malformed'],
  ['a body that is a list', { body: '[]' }, 'body', 'wrong_type'],
  ['a body that is nested too deeply', { body: '['.repeat(200) }, 'body', 'too_large'],
  ['a body of another type', { body: '{}', type: 'text/plain' }, 'body', 'unsupported'],
  ['a compressed body', { body: '{}', encoding: 'gzip' }, 'body', 'unsupported'],
  ['a body of more than 100 kB', body({ note: 'x'.repeat(110_000) }), 'body', 'too_large'],
  ['no key', { key: null }, 'authorization', 'missing'],
  ['a key in a form of its own', { key: 'sandbox_default' }, 'authorization', 'malformed'],
  ['a key of nobody', { key: 'Bearer nobody' }, 'authorization', 'unknown'],
]

/** Values that are refused under another reading of the document. */
const chosen: [...RefusalRow, choices: Scenario['choices']][] = [
  [
    'an unknown field',
    body({ lable: 'x' }),
    'lable',
    'unknown_field',
    { unknown_fields: 'reject' },
  ],
  [
    'an unknown parameter',
    { query: 'cursor=x' },
    'cursor',
    'unknown_field',
    { unknown_fields: 'reject' },
  ],
  ['null as note', body({ note: null }), 'note', 'wrong_type', { null_fields: 'reject' }],
  ['256 characters', body({ note: 'x'.repeat(256) }), 'note', 'too_large', { text_limit: 255 }],
  [
    'another type, with 415',
    { body: '{}', type: 'text/plain' },
    'body',
    'unsupported',
    { content_type: 415 },
  ],
  ['no key, with 400', { key: null }, 'authorization', 'missing', { missing_key: 400 }],
]

const clock = { mode: 'frozen', now: '2026-03-01T12:00:00Z' } as const

type Facts = { refused?: RefusedValue | null | undefined }

/** The last call as the journal, the history and the history file tell it. */
async function told(control: ReturnType<typeof controlClient>): Promise<Facts[]> {
  const journal = await control.requests()
  const history = await control.send('GET', 'history?types=call')
  const file = (await control.send('GET', 'session')).body as Session
  const calls = file.accounts[0]!.history.filter(
    (item): item is RequestEntry => item.type === 'call',
  )
  return [journal.at(-1)!, (history.body as { history: Facts[] }).history.at(-1)!, calls.at(-1)!]
}

async function refusedOf(sent: SentRequest, choices: Scenario['choices'] = {}): Promise<unknown[]> {
  const sandbox = await freshSandbox({ with: { clock, choices } })
  const { query, body: text, type = 'application/json', encoding, key } = sent
  const headers = {
    ...(key !== null && { authorization: key ?? 'Bearer sandbox_default' }),
    ...(text !== undefined && { 'content-type': type }),
    ...(encoding && { 'content-encoding': encoding }),
  }
  const { status } = await fetch(`${sandbox.url}/v1/aliases${query ? `?${query}` : ''}`, {
    method: query === undefined ? 'POST' : 'GET',
    headers,
    ...(text !== undefined && { body: text }),
  })
  expect(status).toBeGreaterThanOrEqual(400)
  return (await told(controlClient(sandbox))).map(({ refused }) => refused)
}

describe('journal, history and file name the value that a call was refused for:', () => {
  it.each(documented)('%s', async (_what, sent, field, reason) => {
    const refused = { field, reason }
    expect(await refusedOf(sent)).toEqual([refused, refused, refused])
  })

  it.each(chosen)('%s', async (_what, sent, field, reason, choices) => {
    const refused = { field, reason }
    expect(await refusedOf(sent, choices)).toEqual([refused, refused, refused])
  })

  it.each([
    ['rotate_key', 'rotated'],
    ['revoke_key', 'revoked'],
  ] as const)('a key after %s', async (action, reason) => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do(action)
    await apiClient(sandbox).list()
    const refused = { field: 'authorization', reason }
    expect((await told(control)).map((each) => each.refused)).toEqual([refused, refused, refused])
  })

  it('a last_key whose alias is gone', async () => {
    const sandbox = await freshSandbox({
      with: { populate: 2, choices: { stale_cursor: 'reject' } },
    })
    const control = controlClient(sandbox)
    const { aliases, nextCursor } = await apiClient(sandbox).list('?limit=1')
    await control.do('delete_alias', { id: aliases[0]!.id })
    await apiClient(sandbox).list(`?last_key=${nextCursor}`)
    const refused = { field: 'last_key', reason: 'gone' }
    expect((await told(control)).map((each) => each.refused)).toEqual([refused, refused, refused])
  })

  it('and none where the call was served, or refused for something else', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await apiClient(sandbox).create({ label: 'x' })
    expect((await told(control)).map(({ refused }) => refused)).toEqual([null, null, null])
    await control.do('arm_fault', { kind: 'invalid_key' })
    await apiClient(sandbox).list()
    expect((await told(control)).map(({ refused }) => refused)).toEqual([null, null, null])
    await control.do('cancel_subscription')
    await apiClient(sandbox).list()
    expect((await told(control)).map(({ refused }) => refused)).toEqual([null, null, null])
  })

  it('also where the answer got lost', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('arm_fault', { kind: 'drop_after' })
    await expect(apiClient(sandbox).list('?limit=0')).rejects.toThrow()
    const refused = { field: 'limit', reason: 'out_of_range' }
    expect((await told(control)).map((each) => each.refused)).toEqual([refused, refused, refused])
  })

  it('with every reason that there is', () => {
    const met = [...documented, ...chosen].map(([, , , reason]) => reason)
    const elsewhere = ['rotated', 'revoked', 'gone']
    expect(new Set([...met, ...elsewhere])).toEqual(new Set(refusalReasonNames))
  })
})
