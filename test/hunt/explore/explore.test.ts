import assert from 'node:assert/strict'
import { expect, it, onTestFinished } from 'vitest'
import { explore, ExploreError, type Account } from '../../../src/index.ts'

/** Enough runs for each part of the order of scenarios that the tests are about. */
const runs = 26

/** An answer that is held back ends the client. */
const TIME_OUT_MS = 2_000

async function post({ url, apiKey }: Account, alias: object): Promise<Response> {
  return fetch(`${url}/v1/aliases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(alias),
    signal: AbortSignal.timeout(TIME_OUT_MS),
  })
}

async function get(
  { url, apiKey }: Pick<Account, 'url' | 'apiKey'>,
  query = '',
): Promise<Response> {
  return fetch(`${url}/v1/aliases${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(TIME_OUT_MS),
  })
}

const keysOf = ({ findings }: { findings: readonly { key: string }[] }) =>
  findings.map(({ key }) => key).toSorted()

/** Reports every trouble at once; reads a body only of a 200. */
async function created(account: Account, alias: object) {
  const response = await post(account, alias)
  if (response.status !== 200) throw new Error(`answered ${response.status}`)
  return response.text()
}

it('finds nothing in a client that reports at once, if it need not try again', async () => {
  const found = await explore((account) => created(account, { label: 'shop' }), {
    runs,
    without: ['gives_up'],
  })
  expect(found).toMatchObject({ findings: [], scenarios: runs, ended: 'runs' })
})

it('tells who makes an alias twice, in an error for a test', async () => {
  const client = async (account: Account) => {
    try {
      await created(account, { label: 'shop' })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await created(account, { label: 'shop' })
    }
  }
  const failure: unknown = await explore(client, { runs, only: ['duplicate'] }).catch(
    (error) => error,
  )
  expect(failure).toBeInstanceOf(ExploreError)
  const [finding, ...others] = (failure as ExploreError).findings
  expect(others).toEqual([])
  expect(finding?.scenario.timeline).toEqual([{ at_call: 1, do: 'arm_fault', kind: 'drop_after' }])
  expect(finding?.sentences).toEqual([
    'The account is on Plus.',
    'The client creates an alias (POST /v1/aliases). The connection breaks after the alias was created.',
    expect.stringMatching(/^It creates the alias again/),
    'Now the alias exists twice.',
  ])
  const told = String(failure).replaceAll(/\s+/g, ' ')
  for (const line of finding!.sentences) expect(told).toContain(line)
})

it('finds an assertion that does not hold: a list that ends with the first page', async () => {
  const client = async (account: Account) => {
    const response = await get(account)
    if (response.status !== 200) throw new Error(`answered ${response.status}`)
    const { aliases } = (await response.json()) as { aliases: unknown[] }
    assert.equal(aliases.length, (await account.aliases()).length)
  }
  const found = await explore(client, { runs, only: ['incomplete'], throw: false })
  expect(found.findings).toMatchObject([
    { key: 'incomplete/pages', start: 'plus', scenario: { populate: 21 } },
  ])
})

it('finds a client that leaves out an alias and does not say so', async () => {
  const client = async (account: Account) => {
    await created(account, { label: 'shop' })
    await post(account, { label: 'news' })
  }
  const found = await explore(client, { runs: 40, only: ['incomplete'], throw: false })
  expect(found.findings).toMatchObject([
    { key: 'incomplete/create', scenario: { timeline: [{ at_call: 2 }] } },
  ])
  expect(found.findings[0]!.what).toMatch(/answered with \d+, the alias was never made/)
})

it('finds a client whose request has become too old while it waited', async () => {
  const client = async (account: Account) => {
    const expires_at = Math.floor(Date.now() / 1_000) + 301
    for (;;) {
      const response = await post(account, { expires_at })
      if (response.ok) return
      const seconds = Number(response.headers.get('retry-after') ?? response.status === 409)
      if (seconds === 0) throw new Error(`answered ${response.status}`)
      await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds))
    }
  }
  const found = await explore(client, { runs, only: ['gives_up'], throw: false })
  const outage = found.findings.find(({ key }) => key === 'gives_up/outage/create')
  expect(outage?.what).toMatch(/^The client got 503 once, then sent a request that is wrong/)
})

it('tells nothing that no repeat of its scenario shows', async () => {
  let isFirst = true
  const client = async (account: Account) => {
    try {
      await created(account, { label: 'shop' })
    } catch (error) {
      if (!(error instanceof TypeError) || !isFirst) throw error
      isFirst = false
      await created(account, { label: 'shop' })
    }
  }
  const found = await explore(client, { runs, only: ['duplicate'], throw: false })
  expect([isFirst, found.findings]).toEqual([false, []])
})

it('finds nothing in a client that asks for several aliases at once and waits for each', async () => {
  const made = async (account: Account, label: string) => {
    for (;;) {
      const response = await post(account, { label })
      if (response.status === 200) return
      const seconds = Number(response.headers.get('retry-after') ?? response.status === 409)
      if (seconds === 0) throw new Error(`answered ${response.status}`)
      await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds))
    }
  }
  const client = async (account: Account) => {
    const all = ['a', 'b', 'c'].map((label) => made(account, label))
    const failed = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected')
    if (failed) throw new Error('not all were made')
  }
  const found = await explore(client, { runs, only: ['etiquette'], throw: false })
  expect(keysOf(found)).toEqual([])
})

it('finds a client that breaks down over an HTML page', async () => {
  const client = async (account: Account) => {
    const { alias } = (await (await post(account, {})).json()) as { alias: { id: string } }
    return alias.id
  }
  const found = await explore(client, { runs, only: ['crash'], throw: false })
  expect(keysOf(found)).toEqual(['crash/SyntaxError/create', 'crash/TypeError/create'])
})

it('warns of nothing, however many runs it makes', async () => {
  const warnings: Error[] = []
  const add = (warning: Error) => void warnings.push(warning)
  process.on('warning', add)
  onTestFinished(() => void process.off('warning', add))
  const without = ['gives_up', 'never_ends'] as const
  await explore((account) => created(account, { label: 'shop' }), { runs: 20, without })
  expect(warnings).toEqual([])
})

it('says that a client makes no call, instead of finding nothing', async () => {
  await expect(explore(async () => {}, { runs: 5 })).rejects.toMatchObject({
    message: 'the client sent no request to the account that it was given',
  })
})

it('says that the time was over before any trouble was tried, instead of finding nothing', async () => {
  let calls = 0
  const client = async (account: Account) => {
    await created(account, { label: 'shop' })
    if ((calls += 1) > 1) await new Promise(() => {})
  }
  await expect(explore(client, { time: '1s', throw: false })).rejects.toMatchObject({
    code: 'failed',
    message: 'no scenario with trouble was tried within 1 s: raise time',
  })
})

it('says that a client fails if it does so even when nothing goes wrong', async () => {
  const client = () => Promise.reject(new Error('no key in the environment'))
  await expect(explore(client)).rejects.toMatchObject({
    code: 'failed',
    message: 'the client fails even when nothing goes wrong: Error: no key in the environment',
  })
})

it.each([
  [{ tiem: '1s' }, 'tiem'],
  [{ time: 5 }, 'time'],
  [{ patience: { time: 5 } }, 'patience.time'],
  [{ only: ['crush'] }, 'only[0]'],
  [{ without: ['crash'], only: ['crash'] }, 'without'],
  [{ scenarios: ['pluss'] }, 'scenarios'],
  [{ runs: 0 }, 'runs'],
])('refuses the options %j', async (options, field) => {
  await expect(explore(() => {}, options as object)).rejects.toMatchObject({
    code: 'bad_argument',
    field,
  })
})

it('lets nothing happen to another account that the client makes in the scenario of a scenario', async () => {
  const answers = new Set<number>()
  const client = async (account: Account) => {
    await get(account)
    answers.add((await get({ url: account.url, apiKey: 'sandbox_plus-other' })).status)
  }
  await explore(client, { runs: 10, scenarios: ['plus'], throw: false })
  expect([...answers]).toEqual([200])
})
