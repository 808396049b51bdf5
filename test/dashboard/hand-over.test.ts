import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readHistoryFile } from '../../src/history/file/read.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
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
  return { name: file.suggestedFilename(), content: readHistoryFile(text, 'story.json') }
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

  it('the story up to a call, as a file that is named after account and time', async () => {
    const sandbox = await freshSandbox({
      with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } },
    })
    const client = apiClient(sandbox)
    await client.create({ label: 'shop' })
    await controlClient(sandbox).do('fail_payment')
    await client.list()
    await client.list()
    const page = await openDashboard(sandbox, { place: 'default/story/req_2' })
    await unfold(page, 'More')
    const file = await downloaded(page, 'Download story up to here')
    expect(file.name).toBe('default-2026-03-01T12-00-00-req_2.json')
    expect(idsOf(file)).toEqual([['default', 'start_1', 'req_1', 'act_1', 'req_2']])
    await page.getByText(`Saved 4 entries as ${file.name}.`).waitFor()
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

  it('the whole story to a colleague, who tries from its end in another sandbox', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create({ label: 'shop' })
    await controlClient(sandbox).do('fail_payment')
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await unfold(page, 'Save or open a story')
    const { name, content } = await downloaded(page, 'Download story')
    const other = await freshSandbox({ scenario: 'pro' })
    const viewport = { width: 1_024, height: 768 }
    const theirs = await openDashboard(other, { place: 'default/story', viewport })
    await unfold(theirs, 'Save or open a story')
    await theirs
      .getByLabel(/^Open a story file …/)
      .setInputFiles({ name, mimeType: '', buffer: Buffer.from(JSON.stringify(content)) })
    await theirs.getByText('1 of 1 answer is equal.', { exact: true }).waitFor()
    await button(theirs, 'Try from its end').click()
    await theirs.getByText(/^You are on .+, a new account from/).waitFor()
    const made = decodeURIComponent(new URL(theirs.url()).hash.split('/')[1]!)
    expect(await controlClient(other, made).account()).toMatchObject({
      plan: 'plus',
      billing: 'past_due',
      aliases: 1,
    })
  })
})
