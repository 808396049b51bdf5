import { expect, it } from 'vitest'
import { controlRouteList } from '../../src/contract/control/routes.ts'
import { fileOf, listEntry } from '../support/history/small-file.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { check, WatchedAccount } from '../support/http/watched-account.ts'

/** Every route but one that never ends, with each of its paths: for default, and for a named account. */
const asked = controlRouteList
  .flatMap((route) =>
    route.ofAccount ? [route, { ...route, path: `accounts/:account/${route.path}` }] : [route],
  )
  .filter(({ path }) => path !== 'events')
  .map(({ method, path }) => ({ method, path: path.replace(':action', 'reset') }))

const inOpenapi = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

/** Bodies without which a route would refuse. */
const bodies: Record<string, (session: unknown) => unknown> = {
  'POST scenarios/check': () => ({ text: 'title: Mine' }),
  'POST replay': (session) => session,
  'PUT session': (session) => session,
}

type Aliases = { aliases: { address: string }[] }
const MESSAGE = 'Content-Disposition: attachment; filename=a.csv\r\n\r\na,b'

/** A sandbox with an account that has a call, an action, a mail and a fault. */
async function watched() {
  const { url } = await freshSandbox({
    scenario: 'many_pages',
    with: { faults: [{ kind: 'delay', ms: 1, times: 1 }] },
  })
  const headers = { authorization: 'Bearer sandbox_default' }
  await fetch(`${url}/v1/aliases`, { headers })
  const account = new WatchedAccount(url)
  await account.control('POST', 'actions/update_card', 'actions/update_card', {})
  const { aliases } = (await account.control('GET', 'aliases?limit=1', 'aliases')) as Aliases
  const message = { to: aliases[0]!.address, raw: MESSAGE }
  await account.control('POST', 'inbox', 'inbox', message)
  return account
}

it('has every route, and no other', () => {
  const offered = check
    .operations()
    .filter(({ path }) => path.startsWith('/_sandbox/') && !/actions\/(?!reset)/.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  const declared = [...asked, { method: 'GET', path: 'events' }].map(
    ({ method, path }) => `${method.toLowerCase()} /_sandbox/${inOpenapi(path)}`,
  )
  expect(declared.toSorted()).toEqual(offered.toSorted())
})

/** Returns an id that the account has by then. */
const idOf = (path: string) =>
  path.includes('faults') ? 'fault_1' : path.includes('inbox') ? 'mail_1' : 'req_1'

it.each(asked)(
  '$method $path answers by the schemas of its row, found or not',
  async ({ method, path }) => {
    const account = await watched()
    const template = inOpenapi(path)
    const found = path
      .replace(':account', 'default')
      .replace(':name', 'plus')
      .replace(':id', idOf(path))
      .replace(':number', '1')
    const session = await account.control('GET', 'session', 'session')
    const reads = method === 'GET'
    const body = bodies[`${method} ${path}`]?.(session) ?? (reads ? undefined : {})
    await account.control(method, found, template, body)
    await account.control(method, `${found}?typo=1`, template, body)
    if (!reads) await account.control(method, found, template, { typo: 1 })
    if (found !== path) {
      const absent = found.replace(/(plus|default|req_1|fault_1|act_2)/, 'nowhere')
      await account.control(method, absent, template, body)
    }
    expect(account.objections).toEqual([])
  },
)

it.each([
  ['POST', 'accounts', { scenario: 'past_due', name: 'a', usage: { burst: 3 } }],
  ['POST', 'accounts', { scenario: 'past_du' }],
  ['POST', 'accounts', { name: 'default' }],
  ['DELETE', 'accounts/{account}', undefined],
  ['DELETE', 'requests', undefined],
  ['POST', 'scenarios/check', { text: 'title: Mine' }],
  ['POST', 'scenarios/check', { text: 'titel: Mine', file: 'mine.yaml' }],
  ['POST', 'scenarios/check', {}],
  ['POST', 'reset', {}],
  ['PUT', 'session', {}],
  ['GET', 'requests?status=99', undefined],
  ['GET', 'requests/wait?timeout=0', undefined],
  ['GET', 'inbox?to=a@b.example', undefined],
  ['GET', 'inbox/wait?timeout=0', undefined],
  ['POST', 'inbox', { to: 'a@b.example', raw: 'Subject: a' }],
  ['POST', 'inbox', { to: 'a@b.example' }],
  ['DELETE', 'inbox', undefined],
  ['GET', 'report?format=junit', undefined],
  ['GET', 'report?format=pdf', undefined],
  ['GET', 'aliases?search=a&order=newest&limit=3', undefined],
  ['GET', 'aliases?limit=0', undefined],
  ['POST', 'replay', fileOf([listEntry(1)])],
  ['POST', 'replay', {}],
])('%s %s answers as it says', async (method, template, body) => {
  const { url } = await freshSandbox()
  const account = new WatchedAccount(url)
  const path = template.replace('{account}', 'default')
  await account.control(method, path, template, body)
  expect(account.objections).toEqual([])
})

it.each([
  ['scenarios/check', { text: 'title: Mine', file: 'mine.yaml' }, true],
  ['scenarios/check', {}, false],
  ['scenarios/check', { text: 1 }, false],
  ['scenarios/check', { text: '', path: 'x' }, false],
  ['scenarios/check', { text: '', file: 'folder/mine.yaml' }, false],
  ['accounts', { name: 'a', scenario: 'plus', api_key: 'sandbox_a' }, true],
  ['accounts', { name: 'a b' }, false],
  ['accounts', { api_key: 'mine' }, false],
  ['accounts', { plan: 'pro' }, false],
  ['accounts/{account}/undo', { to: 'act_1' }, true],
  ['accounts/{account}/undo', { to: 1 }, false],
  ['accounts/{account}/undo', { at: 'act_1' }, false],
  ['accounts/{account}/fork', { at: 'req_1', name: 'b' }, true],
  ['accounts/{account}/fork', { name: '' }, false],
  ['replay', {}, false],
  ['replay', { ...fileOf([]), other: 1 }, false],
])(
  'POST %s: OpenAPI allows %j only if the sandbox does (%s)',
  async (template, body, isAllowed) => {
    const account = await watched()
    await account.control('POST', template.replace('{account}', 'default'), template, body)
    expect(account.lastStatus === 400).toBe(!isAllowed)
    expect(check.allowsBody('post', `/_sandbox/${template}`, body)).toBe(isAllowed)
    expect(account.objections).toEqual([])
  },
)

it('accepts the session that it returned', async () => {
  const { url } = await freshSandbox({ scenario: 'suspended_mix' })
  const account = new WatchedAccount(url)
  const session = await account.control('GET', 'session', 'session')
  expect(check.allowsBody('put', '/_sandbox/session', session)).toBe(true)
  await account.control('PUT', 'session', 'session', session)
  expect(account.objections).toEqual([])
})

it('streams events as documented', async () => {
  const { url } = await freshSandbox()
  const stop = new AbortController()
  const response = await fetch(`${url}/_sandbox/events`, { signal: stop.signal })
  const seen = { status: response.status, headers: response.headers, text: '' }
  expect(check.objections('GET', '/_sandbox/events', seen)).toEqual([])
  stop.abort()
})
