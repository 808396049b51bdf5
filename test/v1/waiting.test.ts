import got from 'got'
import { expect, it } from 'vitest'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

it('got pages through 250 aliases, hits the burst limit, waits for Retry-After and succeeds', async () => {
  const sandbox = await freshSandbox({ scenario: 'many_pages' })
  const waits: number[] = []
  const client = got.extend({
    prefixUrl: sandbox.url,
    headers: { authorization: 'Bearer sandbox_default' },
    retry: { limit: 1 },
    hooks: { beforeRetry: [(error) => void waits.push(error.response?.statusCode ?? 0)] },
  })
  type Page = { aliases: { id: string }[]; next_cursor: string | null }
  const ids: string[] = []
  let last_key: string | null = null
  do {
    const searchParams: Record<string, string> = last_key === null ? {} : { last_key }
    const page: Page = await client('v1/aliases', { searchParams }).json<Page>()
    ids.push(...page.aliases.map(({ id }) => id))
    last_key = page.next_cursor
  } while (last_key !== null)
  expect([ids.length, new Set(ids).size]).toEqual([250, 250])
  await controlClient(sandbox).do('set_usage', { burst: 60, burst_resets_in: '1500ms' })
  expect(await client('v1/aliases').json<Page>()).toHaveProperty('aliases')
  expect(waits).toEqual([429])
})
