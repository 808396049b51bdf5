import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Download, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSession } from '../../src/history/session/read-session.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { needs } from '../support/tools/needs.ts'
import { clipboardOf, openDashboard, useBrowser } from './browser.ts'
import { button, unfold } from './page.ts'

useBrowser()

/** The name and the content of the file that a button downloads. */
async function downloaded(page: Page, name: string) {
  const saved = page.waitForEvent('download')
  await button(page, name).click()
  const file = await saved
  const text = await readFile(await file.path(), 'utf8')
  return { name: file.suggestedFilename(), content: readSession(text, 'story.json') }
}

const idsOf = ({ content }: Awaited<ReturnType<typeof downloaded>>) =>
  content.accounts.map(({ name, history }) => [name, ...history.map(({ id }) => id)])

describe('a tester hands over', needs('browser'), () => {
  it('a link that opens this account at this entry', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).send('POST', 'accounts', { name: 'anna', scenario: 'pro' })
    const anna = await controlClient(sandbox, 'anna').account()
    await apiClient(sandbox, anna.api_key).create({ label: 'hers' })
    const page = await openDashboard(sandbox, { place: 'anna/story/req_1' })
    await unfold(page, 'More')
    await button(page, 'Copy link').click()
    await page.getByText('Copied').waitFor()
    const link = await clipboardOf(page)
    const other = await openDashboard(sandbox, { place: link.slice(link.indexOf('#/') + 2) })
    await other.getByRole('article').getByText('"hers"').first().waitFor()
  })

  it('a link to an action, as to a call', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('fail_payment')
    const page = await openDashboard(sandbox, { place: 'default/story/act_1' })
    await unfold(page, 'More')
    await button(page, 'Copy link').click()
    await page.getByText('Copied').waitFor()
    expect(await clipboardOf(page)).toBe(`${sandbox.url}/_sandbox/#/default/story/act_1`)
  })

  it('the whole story, as a file that is named after account and time', async () => {
    const sandbox = await freshSandbox({
      with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } },
    })
    await apiClient(sandbox).create({ label: 'shop' })
    await controlClient(sandbox).do('fail_payment')
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await unfold(page, 'Save this story')
    const file = await downloaded(page, 'Download story')
    expect(file.name).toBe('default-2026-03-01T12-00-00.json')
    expect(idsOf(file)).toEqual([['default', 'start_1', 'req_1', 'act_1']])
    await page.getByText(`Saved 3 entries as ${file.name}.`).waitFor()
  })

  it.each([
    ['default/story', 'Save this story'],
    ['default/report', undefined],
  ] as const)(
    'a page from %s, which a developer opens from the disk without a network',
    async (place, folded) => {
      const sandbox = await freshSandbox()
      const client = apiClient(sandbox)
      await client.create({ label: 'shop' })
      await controlClient(sandbox).do('fail_payment')
      await client.list()
      await client.list()
      const page = await openDashboard(sandbox, { place })
      if (folded !== undefined) await unfold(page, folded)
      const saved = page.waitForEvent('download')
      await button(page, 'Download as page').click()
      const file = await saved
      expect(file.suggestedFilename()).toMatch(/^default-[\dT-]+\.html$/)
      const opened = await openFromDisk(page, file)
      await opened.getByText('3 answers, all as recorded').waitFor()
      await opened.locator('[data-entry=req_2]').waitFor()
      expect(await opened.locator('[data-entry=req_3]').count()).toBe(1)
      await opened.locator('[data-entry=req_2]').click()
      await opened.locator('#entry', { hasText: '403' }).waitFor()
    },
  )
})

/** Opens a page that was downloaded, with the network off; the test fails if it logs an error. */
async function openFromDisk(page: Page, file: Download): Promise<Page> {
  const path = join(freshFolder(), file.suggestedFilename())
  await file.saveAs(path)
  const context = await page.context().browser()!.newContext({ offline: true })
  const misdeeds: string[] = []
  onTestFinished(async () => {
    await context.close()
    expect(misdeeds).toEqual([])
  })
  const opened = await context.newPage()
  opened.on('pageerror', (error) => misdeeds.push(error.message))
  opened.on('console', (message) => {
    if (message.type() === 'error') misdeeds.push(message.text())
  })
  await opened.goto(pathToFileURL(path).href)
  return opened
}
