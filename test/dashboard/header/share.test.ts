import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunningSandbox } from '../../../src/node/start.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'

useBrowser()

/** A sandbox of two testers, in which something has happened. */
async function usedSandbox(): Promise<RunningSandbox> {
  const sandbox = await freshSandbox({
    with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } },
  })
  await controlClient(sandbox).send('POST', 'accounts', { name: 'anna', scenario: 'pro' })
  await apiClient(sandbox).create({ label: 'shop' })
  await controlClient(sandbox).do('fail_payment')
  await apiClient(sandbox).list()
  return sandbox
}

/** The file that a row of Share gives, and where it was saved. */
async function shared(page: Page, kind: string) {
  await page.getByRole('button', { name: 'Share' }).click()
  const saved = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${kind}`) })
    .click()
  const file = await saved
  await page.getByText(`Saved as ${file.suggestedFilename()}`).waitFor()
  const path = join(freshFolder(), file.suggestedFilename())
  await file.saveAs(path)
  return { name: file.suggestedFilename(), path, text: await readFile(path, 'utf8') }
}

describe('Share', needs('browser'), () => {
  it('gives a session of all accounts, from which another sandbox goes on', async () => {
    const page = await openDashboard(await usedSandbox())
    const { name, text } = await shared(page, 'Session')
    expect(name).toBe('alias-sandbox-2026-03-01T12-00-00.json')
    const other = await freshSandbox({ scenario: 'canceled' })
    await controlClient(other).send('PUT', 'session', JSON.parse(text) as object)
    expect(await controlClient(other).account()).toMatchObject({ billing: 'past_due', aliases: 1 })
    expect(await controlClient(other, 'anna').account()).toMatchObject({ plan: 'pro' })
  })

  it('gives the session of one account, if that is wanted', async () => {
    const page = await openDashboard(await usedSandbox())
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('checkbox', { name: 'Only the account default, of 2 accounts' }).check()
    const saved = page.waitForEvent('download')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Session/ })
      .click()
    const { accounts } = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as {
      accounts: { name: string }[]
    }
    expect(accounts.map((account) => account.name)).toEqual(['default'])
  })

  it('gives a scenario that can be checked', async () => {
    const sandbox = await usedSandbox()
    const page = await openDashboard(sandbox)
    const { name, text } = await shared(page, 'Scenario')
    expect(name).toBe('default-2026-03-01T12-00-00.yaml')
    const checked = { text, file: name }
    expect(await controlClient(sandbox).send('POST', 'scenarios/check', checked)).toMatchObject({
      status: 200,
    })
  })

  it('gives the requests as HAR', async () => {
    const page = await openDashboard(await usedSandbox())
    const { name, text } = await shared(page, 'HAR')
    expect(name).toBe('alias-sandbox-2026-03-01T12-00-00.har')
    const { log } = JSON.parse(text) as { log: { entries: { response: { status: number } }[] } }
    expect(log.entries.map(({ response }) => response.status)).toEqual([200, 403])
  })

  it('gives a page that opens from the disk, without a network', async () => {
    const page = await openDashboard(await usedSandbox())
    const { name, path } = await shared(page, 'Page')
    expect(name).toBe('alias-sandbox-2026-03-01T12-00-00.html')
    const context = await page.context().browser()!.newContext({ offline: true })
    const misdeeds: string[] = []
    onTestFinished(async () => {
      await context.close()
      expect(misdeeds).toEqual([])
    })
    const opened = await context.newPage()
    opened.on('pageerror', (error) => misdeeds.push(error.message))
    opened.on('console', (said) => {
      if (said.type() === 'error') misdeeds.push(said.text())
    })
    await opened.goto(pathToFileURL(path).href)
    await opened.getByText('All answers are as recorded.').waitFor()
    await opened.getByText('Payment failed').first().waitFor()
  })
})
