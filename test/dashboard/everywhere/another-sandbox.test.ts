import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { RunningSandbox } from '../../../src/node/start.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { card, line, message, settled } from '../page.ts'

useBrowser()

const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

const startedAgain = 'The sandbox was started again.'

/** Stops a sandbox and starts another one at its address. */
async function startAgain(sandbox: RunningSandbox): Promise<RunningSandbox> {
  await sandbox.close()
  return freshSandbox({ ...stopped, port: Number(new URL(sandbox.url).port) })
}

function idsOf(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.story [data-entry]')
    .evaluateAll((lines) => lines.map((each) => each.getAttribute('data-entry')))
}

describe('a sandbox that is stopped and started again behind the page', needs('browser'), () => {
  it('tells its own story, without entries of the one before', async () => {
    const sandbox = await freshSandbox(stopped)
    for (const label of ['a', 'b', 'c']) await apiClient(sandbox).create({ label })
    const page = await openDashboard(sandbox, { place: 'default/story/req_3' })
    await line(page, 'req_3').waitFor()
    const again = await startAgain(sandbox)
    await message(page, startedAgain).waitFor()
    await page.getByText('req_3 is not in this story').waitFor()
    expect(await idsOf(page)).toEqual(['start_1'])
    await page.keyboard.press('Escape')
    await apiClient(again).list()
    await line(page, 'req_1').getByText('Aliases listed').waitFor()
    expect(await idsOf(page)).toEqual(['req_1', 'start_1'])
    await page.goto(`${again.url}/_sandbox/#/default/overview`)
    const latest = card(page, 'Latest')
    await latest.getByRole('link', { name: 'Aliases listed' }).waitFor()
    expect(await latest.textContent()).not.toContain('Alias created')
  })

  it('brings the parts of the page that could not be loaded while it was away', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox, { place: 'default/overview' })
    await settled(page)
    await page.route('**/aliases-screen*', (route) => route.abort())
    await page.goto(`${sandbox.url}/_sandbox/#/default/aliases`)
    // The page fetches its parts one after another: this one comes after that of the aliases.
    const isTriedTwice = page.waitForRequest('**/session-screen*')
    await page.reload()
    await isTriedTwice
    const missing = page.getByText('This part of the page cannot be loaded')
    await missing.waitFor()
    await page.unroute('**/aliases-screen*')
    await startAgain(sandbox)
    await page.getByRole('button', { name: 'Create alias' }).waitFor()
    expect(await missing.count()).toBe(0)
  })
})
