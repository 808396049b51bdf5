import type { Page as TestPage } from '@playwright/test'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { faultKinds } from '../../src/contract/faults.ts'
import { createSandbox, type FetchSandbox, type FetchSandboxOptions } from '../../src/fetch.ts'
import { routeAliases } from '../../src/library/route-aliases.ts'
import { argumentsOf } from '../support/core/fault-arguments.ts'
import { needs } from '../support/tools/needs.ts'
import { bothWays } from './intercepted/both-ways.js'
import { makeClient } from './intercepted/client.js'
import { usePages } from './intercepted/pages.ts'

describe('routeAliases', needs('browser'), () => {
  const pages = usePages()

  /** A client in a page whose requests go to a sandbox. */
  async function clientInPage(sandbox: FetchSandbox, url = `${pages.origin()}/mail`) {
    const page = await pages.open()
    await routeAliases(page as TestPage, sandbox, url)
    const given = JSON.stringify({ url, apiKey: sandbox.apiKey })
    await page.evaluate(`globalThis.client = (${String(makeClient)})(${given}); undefined`)
    return {
      page,
      received: () => page.evaluate<unknown>('client.received()'),
      leave: () => page.evaluate('client.leave()'),
    }
  }

  const openSandbox = (options: FetchSandboxOptions = {}) => {
    const sandbox = createSandbox(options)
    onTestFinished(() => sandbox.close())
    return sandbox
  }
  const isCut = (kind: string) => kind === 'truncate'
  const routed = { createSandbox, intercept: (sandbox: FetchSandbox) => clientInPage(sandbox) }

  it.each(faultKinds.filter((kind) => !isCut(kind)))('%s reaches a page as it is', async (kind) => {
    const [through, directly] = await bothWays({ ...routed, fault: [kind, argumentsOf(kind)] })
    expect(through).toEqual(directly)
  })

  it.each(faultKinds.filter(isCut))('%s reaches a page as no answer', async (kind) => {
    const [through, directly] = await bothWays({ ...routed, fault: [kind, argumentsOf(kind)] })
    expect(through).toEqual({ ...directly, got: 'no answer' })
  })

  it('a page of another origin reads the headers that the sandbox lets it read', async () => {
    const exposed = { choices: { cors: 'on_exposed' } } as const
    const headersOf = async (options: FetchSandboxOptions) => {
      const sandbox = openSandbox(options)
      await sandbox.defaultAccount.fail('outage')
      const { received } = await clientInPage(sandbox, 'https://api.example.com')
      return ((await received()) as { headers: object }).headers
    }
    expect(await headersOf(exposed)).toHaveProperty('retry-after')
    expect(await headersOf({ choices: { cors: 'on' } })).not.toHaveProperty('retry-after')
  })

  it('a context can be routed with all its pages, and other requests are left alone', async () => {
    const sandbox = openSandbox()
    const page = await pages.open()
    await routeAliases(page.context() as never, sandbox, 'https://api.example.com')
    const statusOf = (url: string) =>
      page.evaluate(`fetch('${url}', { headers: { authorization: 'Bearer ${sandbox.apiKey}' } })
        .then(({ status, headers }) => [status, headers.get('content-type')])`)
    expect(await statusOf('https://api.example.com/v1/aliases')).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(await statusOf(`${pages.origin()}/v1/aliases`)).toEqual([200, 'text/html'])
  })

  it.each<[string, (page: Page, sandbox: FetchSandbox) => Promise<unknown>, boolean]>([
    ['its page is closed', (page) => page.close(), true],
    ['its page goes elsewhere', (page) => page.goto(`${pages.origin()}/other`), true],
    ['the sandbox is closed', (_page, sandbox) => sandbox.close(), false],
  ])('a request that hangs ends when %s', async (_what, end, hasClientLeft) => {
    const sandbox = openSandbox()
    const { page, received } = await clientInPage(sandbox)
    const { defaultAccount: account } = sandbox
    await account.fail('hang')
    const answer = received().catch(() => 'the page is gone')
    await account.waitForRequest()
    await end(page, sandbox)
    expect(await answer).toBe(hasClientLeft ? 'the page is gone' : 'no answer')
    if (!hasClientLeft) return
    await expect
      .poll(async () => (await account.requests())[0])
      .toMatchObject({
        ended_at: expect.any(String) as string,
        client_left: true,
      })
  })
})
