import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { runs } from '../support/runs.ts'

const NOW = 1_772_366_400 // 2026-03-01T12:00:00Z
const frozen = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const } } }
const DAY = 86_400

describe('POST /v1/aliases', () => {
  it('answers 200, not 201, with the alias under one key', async () => {
    const api = apiClient(await freshSandbox(frozen))
    const { status, alias, text } = await api.create()
    expect(status).toBe(200)
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['alias'])
    expect(alias.address).toBe(`${alias.id}@alias-sandbox.example`)
    expect(alias.id).toMatch(/^[a-z0-9]{10}$/)
  })

  it('has every documented field in the order of the table, and no others', async () => {
    const api = apiClient(await freshSandbox(frozen))
    const { text } = await api.create()
    expect(Object.keys((JSON.parse(text) as { alias: object }).alias)).toEqual([
      'id',
      'address',
      'status',
      'created_at',
      'forward_count',
      'note',
      'source',
      'label',
      'category',
      'single_use',
      'expires_at',
    ])
  })

  it('has defaults: active, empty texts, not single-use, no expiry, nothing forwarded', async () => {
    const { alias } = await apiClient(await freshSandbox(frozen)).create()
    expect(alias).toMatchObject({
      status: 'active',
      created_at: NOW,
      forward_count: 0,
      note: '',
      source: '',
      label: '',
      category: '',
      single_use: false,
      expires_at: null,
    })
  })

  it('stores texts unchanged, code point for code point', async () => {
    const input = {
      label: 'Läden 🛍',
      note: 'a\n"b"\\',
      source: '',
      category: '\u0000x',
      single_use: true,
      expires_at: NOW + 3600,
    }
    const { alias } = await apiClient(await freshSandbox(frozen)).create(input)
    expect(alias).toMatchObject(input)
  })

  it.each([
    ['no body', undefined, undefined],
    ['an empty body, whatever the content type', '', 'text/plain'],
    ['an empty object', '{}', 'application/json'],
    ['a charset', '{}', 'application/json; charset=utf-8'],
    ['another case of the content type', '{}', 'Application/JSON'],
    ['an unknown field', '{"colour":"red"}', 'application/json'],
    ['__proto__ as data', '{"__proto__":{"single_use":3}}', 'application/json'],
    ['a key twice', '{"label":"a","label":"b"}', 'application/json'],
  ])('accepts %s', async (_what, body, type) => {
    const api = apiClient(await freshSandbox())
    const init = {
      ...(body !== undefined && { body }),
      headers: type ? { 'content-type': type } : {},
    }
    expect((await api.send('POST', '/v1/aliases', init)).status).toBe(200)
  })

  it.each([
    ['broken JSON', '{', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a number', '42', 'application/json'],
    ['a text', '"x"', 'application/json'],
    ['a byte order mark', '\uFEFF{}', 'application/json'],
    ['another content type', '{}', 'text/plain'],
    ['a form', 'label=x', 'application/x-www-form-urlencoded'],
    ['a content type that only begins alike', '{}', 'application/jsonp'],
  ])('refuses %s with 400 and creates nothing', async (_what, body, type) => {
    const api = apiClient(await freshSandbox())
    const answer = await api.send('POST', '/v1/aliases', {
      body,
      headers: { 'content-type': type },
    })
    expect(answer.status).toBe(400)
    expect((await api.list()).aliases).toEqual([])
  })

  it.each([
    ['single_use', '"true"'],
    ['single_use', '1'],
    ['single_use', 'null'],
    ['single_use', '[]'],
    ['expires_at', '"1772370000"'],
    ['expires_at', '1772370000.5'],
    ['expires_at', '1772370000000'],
    ['expires_at', 'true'],
    ['expires_at', 'null'],
    ['expires_at', '-1'],
    ['expires_at', '0'],
    ['expires_at', '1e400'],
    ['expires_at', '{}'],
    ['label', '3'],
    ['note', 'false'],
    ['source', '[]'],
    ['category', 'null'],
  ])('refuses %s: %s with 400 that names the field', async (field, value) => {
    const api = apiClient(await freshSandbox(frozen))
    const answer = await api.create(`{"${field}":${value}}`)
    expect(answer.status).toBe(400)
    expect(answer.message).toContain(field)
    expect((await api.list()).aliases).toEqual([])
  })

  it.each([
    ['one second short of 5 minutes', 299, 400],
    ['5 minutes', 300, 200],
    ['366 days', 366 * DAY, 200],
    ['one second past 366 days', 366 * DAY + 1, 400],
  ])('expires_at %s from now answers as the limit says', async (_what, seconds, status) => {
    const api = apiClient(await freshSandbox(frozen))
    expect((await api.create({ expires_at: NOW + seconds })).status).toBe(status)
  })

  it('accepts expires_at exactly within its bounds', async () => {
    const sandbox = await freshSandbox({ ...frozen, scenario: 'unlimited' })
    const api = apiClient(sandbox)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1000, max: 400 * DAY }), async (seconds) => {
        const isAllowed = seconds >= 300 && seconds <= 366 * DAY
        expect((await api.create({ expires_at: NOW + seconds })).status).toBe(isAllowed ? 200 : 400)
      }),
      { numRuns: runs(60) },
    )
  })

  it('says when expires_at is wrong only because the clocks differ', async () => {
    const sandbox = await freshSandbox({
      with: { clock: { now: '2020-01-01T00:00:00Z', mode: 'frozen' } },
    })
    const inRealTime = Math.floor(Date.now() / 1_000) + 3_600
    expect((await apiClient(sandbox).create({ expires_at: inRealTime })).message).toMatch(
      /clock stands at 2020-01-01/,
    )
  })

  it('answers 413 beyond 100 kB and still handles the next call', async () => {
    const api = apiClient(await freshSandbox())
    expect((await api.create({ note: 'x'.repeat(102_400) })).status).toBe(413)
    expect((await api.create({ note: 'x'.repeat(102_000) })).status).toBe(200)
  })

  it('returns the same alias in the answer and in the list', async () => {
    const api = apiClient(await freshSandbox())
    const { alias } = await api.create({
      label: 'x',
      expires_at: Math.floor(Date.now() / 1_000) + 4_000,
    })
    expect((await api.list()).aliases).toEqual([alias])
  })
})

describe('generating an address', () => {
  const tiny = { with: { ids: { alphabet: 'ab', length: 1 } } }

  it.each([
    [1, 200],
    [2, 200],
    [3, 409],
  ])('%i colliding draws answer %i', async (draws, status) => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('arm_fault', { kind: 'draw_collision', times: draws })
    const api = apiClient(sandbox)
    expect((await api.create()).status).toBe(status)
    expect((await api.list()).aliases).toHaveLength(status === 200 ? 1 : 0)
  })

  it('is safe to retry after 409', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('arm_fault', { kind: 'collision' })
    const api = apiClient(sandbox)
    expect([(await api.create()).status, (await api.create()).status]).toEqual([409, 200])
  })

  it('collides when every address is taken, and never generates one twice', async () => {
    const api = apiClient(await freshSandbox(tiny))
    const answers = []
    for (let call = 0; call < 30; call += 1) answers.push(await api.create())
    const ids = answers.filter(({ status }) => status === 200).map(({ alias }) => alias.id)
    expect(ids.toSorted()).toEqual(['a', 'b'])
    expect(answers.at(-1)?.status).toBe(409)
  })

  it('does not reuse the address of a deleted alias', async () => {
    const sandbox = await freshSandbox({ with: { ids: { alphabet: 'a', length: 1 } } })
    const api = apiClient(sandbox)
    const { alias } = await api.create()
    await controlClient(sandbox).do('delete_alias', { id: alias.id })
    expect((await api.create()).status).toBe(409)
  })
})
