import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { startSandbox } from '../../src/library/start-sandbox.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { runCli } from '../support/process/run-cli.ts'
import { needs } from '../support/tools/needs.ts'
import { button, line, openTab, region, told } from '../dashboard/page.ts'
import { casesPage, sessionPage } from './pages.ts'
import { pagesInBrowser } from './pages-in-browser.ts'

const { openPage } = pagesInBrowser()

/** The page of a sandbox in which nothing has happened yet. */
async function freshPage(): Promise<string> {
  await using sandbox = await startSandbox()
  const file = join(freshFolder(), 'try.html')
  await sandbox.save(file)
  return readFileSync(file, 'utf8')
}

async function carryOn(page: Page): Promise<void> {
  await button(page, 'Continue from here').click()
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
}

/** Sends a request, and waits for what the form says of it. */
async function send(tab: Locator, name: string, answer: string): Promise<void> {
  await button(tab, name).click()
  await tab.locator('.told', { hasText: answer }).waitFor()
}

/** A file that Share makes. */
async function shared(page: Page, form: string, note = ''): Promise<string> {
  await button(page, 'Share').click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByLabel(/^A note/).fill(note)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: new RegExp(`^${form}`) }).click()
  return readFileSync(await (await download).path(), 'utf8')
}

/** What a command says about a file with this content. */
async function ranOn(name: string, content: string, ...command: string[]) {
  const file = join(freshFolder(), name)
  writeFileSync(file, content)
  return runCli([...command, file], process.env)
}

describe(
  'the page of a fresh sandbox is the tool without an installation',
  needs('browser'),
  () => {
    it.each([390, 1440])('at %i px: continue, send, break, pay, and see what came of it', async (width) => {
    const page = await openPage(await freshPage(), { viewport: { width, height: 844 } })
    await region(page, 'This page').getByText('Nothing is installed').waitFor()
    expect(await page.locator('button.primary').allTextContents()).toEqual(['Continue from here'])
    await carryOn(page)
    const steps = [
      ['Send', 'Create an alias', 'Answered 200.'],
      ['Break', 'Next request: 503', 'Armed'],
      ['Send', 'List aliases', 'Answered 503.'],
      ['Break', 'Lose next answer', 'Armed'],
      ['Send', 'Create an alias', 'The connection broke.'],
      ['Plan', 'Fail the payment', 'A payment failed.'],
      ['Send', 'List aliases', 'Answered 403.'],
      ['Plan', 'Settle the invoice', ''],
      ['Send', 'List aliases', 'Answered 200.'],
    ] as const
    for (const [tab, press, answer] of steps) await send(await openTab(page, tab), press, answer)
    if (width < 1_000) await button(page, 'Close').click()
    await line(page, 'req_5').waitFor()
    await line(page, 'req_3').getByText('No answer').waitFor()
  }) // prettier-ignore

    it('has the scenarios, with their sample aliases', async () => {
      const page = await openPage(await freshPage())
      await carryOn(page)
      await page.getByRole('button', { name: /^Scenario/ }).click()
      await page.getByRole('button', { name: /^A long list/ }).click()
      await told(page, 'Scenario many_pages was loaded.').waitFor()
      await (await openTab(page, 'Aliases')).getByText('250 aliases').waitFor()
    })

    it('refuses a scenario whose sample texts it does not have, before it is recorded', async () => {
      const page = await openPage(await freshPage())
      await carryOn(page)
      await page.getByRole('button', { name: /^Scenario/ }).click()
      await page.getByText('A scenario of your own').click()
      await page.getByLabel('Or its text').fill('populate: { count: 3, locale: fr }')
      await button(page, 'Start over with it').click()
      await told(page, 'This page has sample texts of en only').first().waitFor()
      await page.keyboard.press('Escape')
      expect(await shared(page, 'Session')).not.toContain('"locale"')
    })
  },
)

describe('a session that was continued in a page', needs('browser'), () => {
  it('goes back, and is saved as page, session, scenario and HAR, which commands read', async () => {
    const page = await openPage(sessionPage(), { hash: '#req_2' })
    await carryOn(page)
    await button(page, 'Undo to before this').click()
    await told(page, /^Back to before/).waitFor()
    await page.getByRole('link', { name: 'Close the entry' }).click()
    await send(await openTab(page, 'Send'), 'Create an alias', 'Answered 503.')
    await button(await openTab(page, 'Clock'), '+ 1 h').click()
    await told(page, 'The clock').waitFor()
    const session = await shared(page, 'Session')
    expect((await ranOn('run.json', session, 'replay')).stdout).toContain('6 of 6 answers equal')
    const html = await shared(page, 'Page', 'It went on')
    expect((await ranOn('run.html', html, 'replay')).stdout).toContain('6 of 6 answers equal')
    expect((await ranOn('run.yaml', await shared(page, 'Scenario'), 'scenarios', 'check')).stderr).toBe('')
    expect(JSON.parse(await shared(page, 'HAR'))).toHaveProperty('log.entries.length', 5)
    const again = await openPage(html, { hash: '#req_5' })
    await again.locator('#entry').waitFor()
    await region(again, 'This page').getByText('It went on').waitFor()
    await again.getByText('All answers are as recorded.').waitFor()
  }) // prettier-ignore

  it('is that of one case: the others stay as they were recorded', async () => {
    const page = await openPage(casesPage(), { hash: '#case-2//live' })
    await carryOn(page)
    await send(await openTab(page, 'Send'), 'List aliases', 'Answered 200.')
    await page.getByRole('link', { name: 'Result' }).click()
    await page.locator('.cases.pass summary').click()
    await page.locator('#case-1').getByRole('link', { name: 'What happened in it' }).click()
    await button(page, 'Continue from here').waitFor()
    await page.getByRole('status').getByText('Recorded').waitFor()
  })
})
