import * as fc from 'fast-check'
import type { CoreAnswer, Api } from './core-client.ts'

/** The habits of a client, good or bad. */
export type Habits = {
  tries: number
  waits: 'as_asked' | 'briefly' | 'never'
  retries: readonly number[]
  looks: boolean
  follows: 'cursor' | 'full_pages' | 'first_page'
  reports: boolean
}

/** Status 0 is a lost answer. */
const statuses = [0, 401, 403, 409, 429, 500, 502, 503, 504]

export const habits: fc.Arbitrary<Habits> = fc.record({
  tries: fc.integer({ min: 1, max: 4 }),
  waits: fc.constantFrom('as_asked', 'briefly', 'never'),
  retries: fc.subarray(statuses),
  looks: fc.boolean(),
  follows: fc.constantFrom('cursor', 'full_pages', 'first_page'),
  reports: fc.boolean(),
})

/** Creates two aliases and lists all, by its habits. */
export function habitualClient(own: Habits): (api: Api) => void {
  return (api) => {
    for (const label of ['shop', 'news']) create(api, own, label)
    list(api, own)
  }
}

function create(api: Api, own: Habits, label: string): void {
  ask(api, own, () => {
    const answer = api.create({ label })
    const isLost = answer.status === 0 || answer.status >= 500
    if (!own.looks || !isLost || answer.retryAfterMs !== undefined) return answer
    const seen = api.list('limit=100')
    const aliases = (seen.body?.['aliases'] ?? []) as { label: string }[]
    return aliases.some((alias) => alias.label === label) ? seen : answer
  })
}

function list(api: Api, own: Habits): void {
  for (let query = ''; ;) {
    const page = ask(api, own, () => api.list(query))
    const { aliases = [], next_cursor: next } = (page?.body ?? {}) as {
      aliases?: unknown[]
      next_cursor?: string | null
    }
    if (next === null || next === undefined || own.follows === 'first_page') return
    if (own.follows === 'full_pages' && aliases.length < 20) return
    query = `last_key=${next}`
  }
}

function ask(api: Api, own: Habits, send: () => CoreAnswer): CoreAnswer | undefined {
  for (let tries = 1; ; tries += 1) {
    const answer = send()
    if (answer.status === 200 && answer.body) return answer
    // A 429 that names no wait is the cap of the day.
    const isCap = answer.status === 429 && answer.retryAfterMs === undefined
    const isLeft = isCap && own.waits === 'as_asked'
    if (tries >= own.tries || isLeft || !own.retries.includes(answer.status)) {
      if (own.reports) throw new Error(`answered ${answer.status}`)
      return undefined
    }
    if (own.waits === 'briefly') api.wait(1_000)
    if (own.waits === 'as_asked') api.wait(answer.retryAfterMs ?? 1_000)
  }
}
