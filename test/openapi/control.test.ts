import { expect, it } from 'vitest'
import { routes } from '../../src/http/control/routes.ts'
import { fileOf, listItem } from '../support/history/small-file.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { check, WatchedAccount } from '../support/http/watched-account.ts'

/** Values for the parameters of a path. */
const known: Record<string, string> = { name: 'plus', id: 'req_1', account: 'default' }

it('has every route, both for default and for a named account', () => {
  const offered = new Set(check.operations().map(({ method, path }) => `${method} ${path}`))
  for (const { method, path, ofAccount } of routes) {
    const written = path.replaceAll(/:(\w+)/g, '{$1}').replace('{action}', 'reset')
    const verb = method.toLowerCase()
    expect(offered).toContain(`${verb} /_sandbox/${written}`)
    if (ofAccount) expect(offered).toContain(`${verb} /_sandbox/accounts/{account}/${written}`)
  }
})

/** All reads except the stream, which never ends. */
const reads = check
  .operations()
  .filter(
    ({ method, path }) =>
      method === 'get' && path.startsWith('/_sandbox/') && !path.endsWith('/events'),
  )
  .map(({ path }) => path)

it.each(reads)('GET %s answers as documented, found or not', async (template) => {
  const { url } = await freshSandbox({
    scenario: 'many_pages',
    with: { faults: [{ kind: 'delay', ms: 1, times: 1 }] },
  })
  const headers = { authorization: 'Bearer sandbox_default' }
  await fetch(`${url}/v1/aliases`, { headers })
  const account = new WatchedAccount(url)
  const id = template.includes('faults') ? 'fault_1' : known['id']!
  const path = template
    .replace('/_sandbox/', '')
    .replaceAll(/\{(\w+)\}/g, (_mark, name: string) => (name === 'id' ? id : known[name]!))
  await account.control('GET', path, template.replace('/_sandbox/', ''))
  if (template.includes('{')) {
    const absent = path.replace(/(plus|default|req_1|fault_1)/, 'nowhere')
    await account.control('GET', absent, template.replace('/_sandbox/', ''))
  }
  expect(account.objections).toEqual([])
})

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
  ['PUT', 'state', {}],
  ['GET', 'requests?status=99', undefined],
  ['GET', 'requests/wait?timeout=0', undefined],
  ['GET', 'report?format=junit', undefined],
  ['GET', 'report?format=pdf', undefined],
  ['GET', 'aliases?search=a&order=newest&limit=3', undefined],
  ['GET', 'aliases?limit=0', undefined],
  ['POST', 'replay', { file: fileOf([listItem(1)]) }],
  ['POST', 'replay', { file: fileOf([listItem(1)]), until: 'req_1', create: {} }],
  ['POST', 'replay', {}],
])('%s %s answers as it says', async (method, template, body) => {
  const { url } = await freshSandbox()
  const account = new WatchedAccount(url)
  const path = template.replace('{account}', 'default')
  await account.control(method, path, template, body)
  expect(account.objections).toEqual([])
})

it('accepts the state that it returned', async () => {
  const { url } = await freshSandbox({ scenario: 'suspended_mix' })
  const account = new WatchedAccount(url)
  const state = await account.control('GET', 'state', 'state')
  expect(check.allowsBody('put', '/_sandbox/state', state)).toBe(true)
  await account.control('PUT', 'state', 'state', state)
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
