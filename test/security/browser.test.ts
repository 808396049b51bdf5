import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHostile, type HostileSandbox } from '../hostile/support/hostile-sandbox.ts'
import { crossOrigin, rebound, type Attack } from './browser/attacks.ts'
import { startAttacker, toPage, type Attacker } from './browser/attacker.ts'
import { needs } from '../support/tools/needs.ts'
import { launch } from './browser/chromium.ts'
import { watchRequests } from './browser/watch-requests.ts'

/** Texts that no page may read; a creation with the published key creates no alias either. */
const SECRET = 'the-label-that-nobody-else-reads'

describe('a page in a browser', needs('browser'), () => {
  let browser: Browser
  let context: BrowserContext
  let attacker: Attacker
  let sandbox: HostileSandbox
  beforeAll(async () => {
    browser = await launch()
    context = await browser.newContext()
    attacker = await startAttacker()
    sandbox = await startHostile({ ui: true })
    await fetch(`${sandbox.running.url}/v1/aliases`, {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox_default', 'content-type': 'application/json' },
      body: JSON.stringify({ label: SECRET }),
    })
  })
  afterAll(async () => {
    await browser.close()
    attacker.close()
    await sandbox.running.close()
  })

  /** Opens an attacking page; requests reach the sandbox, which reveals nothing and does not change. */
  async function hold(open: (page: Page) => Promise<unknown>): Promise<void> {
    const { port, sandbox: inner } = sandbox.running
    const before = sandbox.state()
    const watch = watchRequests(port)
    const page = await context.newPage()
    try {
      await open(page)
      const loot = await page.evaluate<string[]>('attack.then(() => loot)')
      await watch.settled()
      expect(sandbox.state()).toBe(before)
      expect(loot.join('\n')).not.toMatch(/SECRET|3pfe2bedj6|"(api_key|aliases|accounts|requests)"/)
      expect(loot.join('\n')).not.toContain(SECRET)
      expect(inner.accounts()).toHaveLength(1)
    } finally {
      watch.stop()
      await page.close()
    }
  }

  const visit = (from: string, to: string, attack: Attack) =>
    hold((page) => {
      const target = `http://${to}:${sandbox.running.port}`
      attacker.serve(toPage(attack, target), attack.headers?.(target))
      return page.goto(`http://${from}:${attacker.port}/`)
    })

  it.each(crossOrigin)('of another site gets nothing and changes nothing: $name', (attack) =>
    visit('evil.example', '127.0.0.1', attack),
  )

  // One attack of each kind: from there, only Sec-Fetch-Site differs.
  it.each(crossOrigin.filter(({ isKind }) => isKind))(
    'of another port gets nothing and changes nothing: $name',
    (attack) => visit('127.0.0.1', '127.0.0.1', attack),
  )

  it.each(rebound)(
    'whose name resolves to this machine gets nothing and changes nothing: $name',
    (attack) =>
      hold(async (page) => {
        // Its document was loaded before the name resolved to this machine.
        const url = `http://evil.example:${sandbox.running.port}/`
        await page.route(url, (route) =>
          route.fulfill({ contentType: 'text/html', body: toPage(attack, url) }),
        )
        await page.goto(url)
      }),
  )

  it('of the sandbox itself would get everything', async () => {
    const page = await context.newPage()
    await page.goto(`${sandbox.running.url}/_sandbox/live`)
    expect(
      await page.evaluate(`fetch('/_sandbox/aliases').then((answer) => answer.text())`),
    ).toContain(SECRET)
    await page.close()
  })
})
