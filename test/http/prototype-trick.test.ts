import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Inboxes } from '../../src/core/inbox/inboxes.ts'
import { Sandbox } from '../../src/core/sandbox.ts'
import { makeApp } from '../../src/http/app.ts'
import { makeResponder } from '../../src/http/v1/respond.ts'
import { EventFeed } from '../../src/http/control/events/event-feed.ts'
import { Connections } from '../../src/http/server/connections.ts'
import { ReceivedBytes } from '../../src/core/sizes/received-bytes.ts'
import { DerivedWork } from '../../src/http/control/derived-work.ts'
import { WorkerThread } from '../../src/derived/worker-thread.ts'
import { AskedWork } from '../../src/http/server/asked-work.ts'
import { UnreadAnswers } from '../../src/http/server/unread-answers.ts'
import { Waiters } from '../../src/http/control/waiters.ts'
import { listen } from '../../src/http/server/server.ts'
import { sampleTexts } from '../../src/scenario/sample-texts.ts'
import { chooseScenario, loadCatalog } from '../../src/scenario/catalog.ts'

// Our server creates requests and responses with Express's prototypes (src/http/server/server.ts), for speed.
// These tests send the same calls to it and to a plain server, where Express sets the prototypes itself.

const NOW = Date.UTC(2026, 2, 1, 12)
const key = { authorization: 'Bearer sandbox_default' }
const json = { 'content-type': 'application/json' }
const foreign = { 'content-type': 'application/json', origin: 'http://elsewhere.example' }

type Requested = [what: string, method: string, path: string, headers?: object, body?: string]

const calls: Requested[] = [
  ['a creation', 'POST', '/v1/aliases', { ...key, ...json }, '{"label":"shop"}'],
  ['a creation without a body', 'POST', '/v1/aliases', key],
  ['a text beyond ASCII', 'POST', '/v1/aliases', { ...key, ...json }, '{"label":"Käse ✓"}'],
  ['a list', 'GET', '/v1/aliases', key],
  ['the same list again', 'GET', '/v1/aliases', key],
  ['a page', 'GET', '/v1/aliases?limit=1', key],
  ['a bad limit', 'GET', '/v1/aliases?limit=one', key],
  ['a bad body', 'POST', '/v1/aliases', { ...key, ...json }, '{'],
  ['a body that is too large', 'POST', '/v1/aliases', { ...key, ...json }, 'x'.repeat(120_000)],
  ['no key', 'GET', '/v1/aliases'],
  ['HEAD', 'HEAD', '/v1/aliases', key],
  ['OPTIONS', 'OPTIONS', '/v1/aliases', key],
  ['a conditional list', 'GET', '/v1/aliases', { ...key, 'if-none-match': '*' }],
  ['an absent method', 'DELETE', '/v1/aliases', key],
  ['an unknown path', 'GET', '/v2/aliases', key],
  ['other case', 'GET', '/V1/aliases', key],
  ['a trailing slash', 'GET', '/v1/aliases/', key],
  ['a path that cannot be decoded', 'GET', '/_sandbox/accounts/%zz', {}],
  ['a foreign host', 'GET', '/v1/aliases', { ...key, host: 'elsewhere.example' }],
  ['an account', 'GET', '/_sandbox/accounts/default'],
  ['an action', 'POST', '/_sandbox/actions/advance_clock', json, '{"by":"1h"}'],
  ['a refused action', 'POST', '/_sandbox/actions/advance_clock', json, '{"by":"-1h"}'],
  ['a form', 'POST', '/_sandbox/actions/reset', { 'content-type': 'text/plain' }, 'x'],
  ['a foreign page', 'POST', '/_sandbox/actions/reset', foreign, '{}'],
  ['an unknown control route', 'GET', '/_sandbox/nothing'],
  ['another method there', 'PUT', '/_sandbox/actions', json, '{}'],
]
import { warnOf } from '../../src/start.ts'
import { testSettings } from '../support/http/fresh-sandbox.ts'
import { machineClock } from '../../src/http/server/machine-clock.ts'

describe('the fast server and a plain server', () => {
  let fast: { port: number; close: () => Promise<unknown> }
  let plain: { port: number; close: () => Promise<unknown> }

  beforeAll(async () => {
    fast = await listen(await appOnItsOwn(), ['127.0.0.1'], 0, {
      date: () => new Date(NOW).toUTCString(),
      onCrash: warnOf,
    })
    const server = createServer(await appOnItsOwn())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    plain = {
      port: (server.address() as AddressInfo).port,
      close: () => new Promise((resolve) => server.close(resolve)),
    }
  })
  afterAll(() => Promise.all([fast.close(), plain.close()]))

  it.each(calls)('answer %s alike', async (_what, method, path, headers = {}, body) => {
    const answer = await ask(fast.port, method, path, headers, body)
    expect(answer.status).toBeGreaterThan(0)
    expect(answer).toEqual(await ask(plain.port, method, path, headers, body))
  })
})

async function appOnItsOwn() {
  const settings = { ...testSettings, maxAccounts: 10, maxRequests: 100 }
  const catalog = await loadCatalog()
  const sandbox = new Sandbox(
    {
      catalog,
      start: await chooseScenario(catalog, ['plus']),
      sampleTexts,
      overrides: { clock: { mode: 'frozen' } },
      settings,
      onCrash: warnOf,
    },
    NOW,
  )
  const clock = { ...machineClock, now: () => NOW }
  const closing = new AbortController().signal
  const unread = new UnreadAnswers()
  const connections = new Connections()
  return makeApp(sandbox, settings, {
    clock,
    version: '0',
    closing,
    responder: makeResponder({ unread, connections, clock }, warnOf),
    unread,
    received: new ReceivedBytes(),
    connections,
    composing: new AskedWork(unread, closing),
    derived: new DerivedWork(new AskedWork(unread, closing), new WorkerThread()),
    waiters: new Waiters(closing),
    inboxes: new Inboxes(sandbox.histories),
    events: new EventFeed('1', closing, warnOf),
    readScenario: () => Promise.reject(new Error('not asked here')),
    onCrash: (error) => {
      throw error
    },
  })
}

type Answer = { status: number; headers: string[]; body: string }

/** Status, raw headers without Date, and the body. */
function ask(
  port: number,
  method: string,
  path: string,
  headers: object,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: { host: '127.0.0.1', ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: withoutDate(response.rawHeaders),
            body: text,
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

function withoutDate(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter(
    (_text, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'date',
  )
}
