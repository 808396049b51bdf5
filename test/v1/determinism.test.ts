import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiClient, type ApiClient, type ApiAnswer } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { runs } from '../support/runs.ts'

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
const fresh = (seed = 5) => freshSandbox({ seed, with: { clock, populate: 6 } })

/** The answers to a sequence of calls of every kind. */
async function play(api: ApiClient): Promise<string[]> {
  const first = await api.list('?limit=4')
  const answers: ApiAnswer[] = [
    await api.create({ label: 'é', expires_at: Date.UTC(2026, 2, 2) / 1_000 }),
    await api.create(),
    first,
    await api.list(`?limit=4&last_key=${first.nextCursor}`),
    await api.list('?limit=0'),
    await api.create('{'),
    await api.send('DELETE', '/v1/aliases'),
  ]
  return answers.map(
    ({ status, headers, text }) => `${status} ${JSON.stringify([...headers])} ${text}`,
  )
}

describe('the same seed, clock and calls', () => {
  it('give the same answers byte for byte, headers included', async () => {
    expect(await play(apiClient(await fresh()))).toEqual(await play(apiClient(await fresh())))
  })

  it('give the same answers again after a reset', async () => {
    const sandbox = await fresh()
    const first = await play(apiClient(sandbox))
    await controlClient(sandbox).do('reset')
    expect(await play(apiClient(sandbox))).toEqual(first)
  })

  it('give other answers with another seed', async () => {
    const [one, other] = [apiClient(await fresh(1)), apiClient(await fresh(2))]
    expect((await one.create()).text).not.toBe((await other.create()).text)
  })
})

it('only documented headers affect an answer', async () => {
  const api = apiClient(await freshSandbox({ scenario: 'unlimited', with: { clock, populate: 3 } }))
  const plain = (await api.list()).text
  const names = ['x-forwarded-for', 'x-http-method-override', 'accept', 'accept-language']
  const more = ['if-none-match', 'if-modified-since', 'range', 'cookie', 'user-agent', 'origin']
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.constantFrom(...names, ...more),
        fc.stringMatching(/^[A-Za-z0-9*=/;.-]{1,20}$/),
      ),
      async (headers) => {
        const answer = await api.list('', { headers })
        expect([answer.status, answer.text]).toEqual([200, plain])
      },
    ),
    { numRuns: runs(40) },
  )
})
