import { describe, expect, it } from 'vitest'
import type { Client } from '../../../src/hunt/explore/client.ts'
import { hunt } from '../../../src/hunt/explore/search/hunt.ts'
import { huntDefaults, type HuntOptions } from '../../../src/hunt/explore/options.ts'
import { toldSeconds } from '../../../src/hunt/explore/scenarios/told-seconds.ts'
import { MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { coreClient, scenarios, type Api } from '../../support/explore/core-client.ts'

const options = (changes: Partial<HuntOptions> = {}): HuntOptions => ({
  ...huntDefaults,
  scenarios,
  runs: 300,
  now: () => performance.now(),
  ...changes,
})

const found = async (script: (api: Api) => void, changes?: Partial<HuntOptions>) => {
  const { findings } = await hunt(coreClient(script), options(changes))
  return findings.map(({ problem, scenario }) => [problem.key, scenario] as const)
}

/** Retries what may be retried, four times, and waits as it is told. */
function ask(api: Api, send: () => ReturnType<Api['list']>, isSafe: boolean) {
  for (let tries = 1; ; tries += 1) {
    const answer = send()
    if (answer.status === 200 && answer.body) return answer.body
    const { status } = answer
    const isUnknown = status === 0 || status === 200 || status >= 500
    const wait =
      answer.retryAfterMs ?? (status === 409 || (isSafe && isUnknown) ? 500 * tries : undefined)
    if (wait === undefined || tries >= 4) throw new Error(`answered ${answer.status}`)
    api.wait(wait)
  }
}

function careful(api: Api): void {
  ask(api, () => api.create({ label: 'shop' }), false)
  let query = ''
  for (;;) {
    const page = ask(api, () => api.list(query), true)
    if (page['next_cursor'] === null) return
    query = `last_key=${String(page['next_cursor'])}`
  }
}

it('finds nothing in a client that obeys', async () => {
  expect(await found(careful)).toEqual([])
})

it('finds a client that does not wait after a 503, and one that reports nothing', async () => {
  const hasty = (api: Api) => {
    if (api.create({ label: 'shop' }).status === 503) api.create({ label: 'shop' })
  }
  const account = { plan: 'plus', billing: 'active' }
  const with1 = (fault: object) => ({
    name: 'plus',
    scenario: { account, timeline: [{ at_call: 1, do: 'arm_fault', ...fault }] },
  })
  const seconds = toldSeconds(huntDefaults.seed, 0)
  const outage = { kind: 'outage', for: `${seconds}s`, retry_after: seconds }
  expect(Object.fromEntries(await found(hasty))).toEqual({
    'passes_wrongly/create': { name: 'free', scenario: { account: { plan: 'free' } } },
    'etiquette/waits_out_outage/create': with1(outage),
    'incomplete/create': with1({ kind: 'collision' }),
  })
})

it('finds that a client makes an alias again, though it spells the creation otherwise', async () => {
  const respelling = (api: Api) => {
    if (api.create({ label: 'shop' }).status !== 0) return
    api.create({ label: 'shop', single_use: false, note: '' })
  }
  const only = { kinds: new Set(['duplicate'] as const), troubles: new Set(['lost']) }
  expect(await found(respelling, only)).toMatchObject([['duplicate/create', {}]])
})

it('fills the last page of a client, whatever it makes before it lists', async () => {
  const stumbling = (api: Api) => {
    for (const label of ['shop', 'news', 'guest']) api.create({ label })
    for (let query = 'limit=50'; ;) {
      const { status, body } = api.list(query)
      if (status !== 200 || !body) return
      const { aliases, next_cursor: next } = body as {
        aliases: object[]
        next_cursor: string | null
      }
      if (aliases.length === 0) throw new TypeError('aliases.at(-1) is undefined')
      if (next === null) return
      query = `limit=50&last_key=${next}`
    }
  }
  const alone = options({ runs: 100, troubles: new Set() })
  const { findings } = await hunt(coreClient(stumbling), alone)
  expect(findings.find(({ problem }) => problem.kind === 'crash')?.scenario).toEqual({
    name: 'plus',
    scenario: {
      account: { plan: 'plus', billing: 'active' },
      populate: 47,
      choices: { pages: 'empty_last' },
    },
  })
})

it('tries each kind of call first: a creation with other fields is another one', async () => {
  const late = (api: Api) => {
    for (const label of ['shop', 'news']) api.create({ label })
    const expiresAt = 1_772_366_400 + 30 * 86_400
    const { status } = api.create({ label: 'guest', expires_at: expiresAt })
    if (status === 409) api.create({ label: 'guest', expires_at: expiresAt * 1_000 })
  }
  const { findings } = await hunt(
    coreClient(late),
    options({ runs: 100, kinds: new Set(['etiquette']) }),
  )
  const finding = findings.find(({ problem }) => problem.key.includes('seconds_in_expires_at'))
  expect(finding?.scenario.scenario.timeline).toMatchObject([{ at_call: 3, kind: 'collision' }])
})

it('tries the usual troubles early, even if there is time for few scenarios', async () => {
  const givesUp = (api: Api) => {
    if (api.create({ label: 'shop' }).status !== 200) throw new Error('not created')
    api.list()
  }
  const { findings } = await hunt(coreClient(givesUp), options({ runs: 42 }))
  expect(findings.map(({ problem }) => problem.key)).toEqual(
    expect.arrayContaining(['gives_up/collision/create', 'gives_up/outage/create']),
  )
})

it('tries the troubles that were named before all others', async () => {
  const givesUp = (api: Api) => {
    if (api.create({ label: 'shop' }).status !== 200) throw new Error('not created')
  }
  const named = options({ runs: 2, troubles: new Set(['collision']) })
  const { findings } = await hunt(coreClient(givesUp), named)
  expect(findings.map(({ problem }) => problem.key)).toContain('gives_up/collision/create')
})

it('begins with what hurts most: a refused plan, an answer that is lost', async () => {
  const careless = (api: Api) => {
    const { status } = api.create({ label: 'shop' })
    if (status === 0) api.create({ label: 'shop' })
  }
  const { findings } = await hunt(coreClient(careless), options({ runs: 20 }))
  expect(findings.map(({ problem }) => problem.key)).toEqual(
    expect.arrayContaining(['duplicate/create', 'passes_wrongly/create']),
  )
})

it('tells what it found when it is ended while runs hang, several at a time', async () => {
  const ending = new AbortController()
  const careless = coreClient((api) => {
    if (api.create({ label: 'shop' }).status === 0) api.create({ label: 'shop' })
  })
  let runs = 0
  const hangingLater: Client = {
    run: (scenario, signal, activity) => {
      runs += 1
      if (runs <= 40) return careless.run(scenario, signal, activity)
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')))
        setImmediate(() => ending.abort())
      })
    },
  }
  const { findings, ended } = await hunt(
    hangingLater,
    options({ jobs: 3 }),
    undefined,
    ending.signal,
  )
  expect(findings.map(({ problem }) => problem.key)).toContain('passes_wrongly/create')
  expect(ended).toBe('stopped')
})

it.each([
  ['at a page that is not full', 'limit=20', 'pages', (page: object[]) => page.length < 20],
  ['after three pages', '', 'pages', (_page: object[], pages: number) => pages >= 3],
  ['at any error, and says nothing', '', 'trouble', () => false],
])(
  'finds a client that stops listing %s, without a check of its own',
  async (_, first, place, isOver) => {
    const client = (api: Api) => {
      let query = first
      for (let pages = 1; ; pages += 1) {
        const { status, body } = api.list(query)
        if (status === 0 || !body || !body['aliases']) {
          if (place === 'trouble') return
          throw new Error('no list')
        }
        if (body['next_cursor'] === null || isOver(body['aliases'] as object[], pages)) return
        query = `${first}&last_key=${String(body['next_cursor'])}`
      }
    }
    const keys = await found(client, { runs: 120, kinds: new Set(['incomplete']) })
    expect(keys.map(([key]) => key)).toEqual([`incomplete/${place}`])
  },
)

describe('a client whose retry has less in it', () => {
  const expires_at = MACHINE_MS / 1_000 + 30 * 86_400
  const alias = { label: 'shop', expires_at }
  const retrying =
    (retry: object, first: object = alias) =>
    (api: Api) => {
      for (let tries = 1; tries <= 4; tries += 1) {
        const { status, retryAfterMs } = api.create(tries === 1 ? first : retry)
        if (status === 200) return
        if (retryAfterMs === undefined && status !== 409) break
        api.wait(retryAfterMs ?? 1_000)
      }
      throw new Error('no alias')
    }
  const kinds = new Set(['incomplete'] as const)

  it.each([
    ['the whole body', {}, 'label, no expires_at'],
    ['its label', { expires_at }, 'label'],
    ['its end', { label: 'shop' }, 'expires_at'],
  ])('is found when it loses %s, in a scenario of one step', async (_what, retry, missing) => {
    const { findings } = await hunt(coreClient(retrying(retry)), options({ runs: 100, kinds }))
    expect(findings).toMatchObject([
      {
        problem: { key: 'incomplete/fields' },
        scenario: { scenario: { timeline: [{ at_call: 1 }] } },
      },
    ])
    expect(findings[0]!.problem.what).toBe(
      `The creation was not carried out. A later one has no ${missing}, and the client ended well.`,
    )
  })

  it.each<[string, (api: Api) => void]>([
    ['sends the same again, with a later end', retrying({ ...alias, expires_at: expires_at + 60 })],
    ['tries another label', retrying({ ...alias, label: 'shop 2' })],
    [
      'makes one without a label anyway',
      (api) => {
        retrying(alias)(api)
        retrying({}, {})(api)
      },
    ],
    [
      'leaves out an end that has come too near while it waited',
      (api) => {
        const near = { label: 'shop', expires_at: MACHINE_MS / 1_000 + 302 }
        const { status, retryAfterMs } = api.create(near)
        if (status === 200) return
        api.wait(retryAfterMs ?? 5_000)
        if (api.create(near).status === 400) retrying({ label: 'shop' }, { label: 'shop' })(api)
        else throw new Error('no alias')
      },
    ],
  ])('is not blamed when it %s', async (_what, client) => {
    const { findings } = await hunt(coreClient(client), options({ runs: 150, kinds }))
    expect(findings).toEqual([])
  })
})
