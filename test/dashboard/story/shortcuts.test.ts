import { describe, expect, it } from 'vitest'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, card, line } from '../page.ts'

useBrowser()

const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

describe('shortcuts', needs('browser'), () => {
  it('are listed by ? and by a button, open the screens and lead to the search', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await card(page, 'Response to the next call').waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Undo the last action').waitFor()
    await page.keyboard.press('3')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('6')
    await page.waitForURL('**/#/default/clock')
    await page.keyboard.press('2')
    await page.waitForURL('**/#/default/story')
    await line(page, 'start_1').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('start 3?')
    expect(await page.getByLabel('Search the story').inputValue()).toBe('start 3?')
    expect(page.url()).toContain('/default/story')
    await button(page, 'Keyboard shortcuts').click()
    await dialog.waitFor()
  })

  it('say so where a screen has no search', async () => {
    const page = await openDashboard(await freshSandbox())
    await card(page, 'Response to the next call').waitFor()
    await page.keyboard.press('/')
    await page.getByText('This screen has no search.').waitFor()
  })

  it('of a single key can be turned off, which the browser remembers; Ctrl+Z stays', async () => {
    const sandbox = await freshSandbox(stopped)
    await controlClient(sandbox).do('cancel_subscription', {})
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await line(page, 'act_1').waitFor()
    await page.keyboard.press('?')
    await page.getByLabel(/single letter/).uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await line(page, 'act_1').waitFor()
    await page.keyboard.press('?')
    await page.keyboard.press('6')
    await page.keyboard.press('Control+z')
    await page.getByRole('status').getByText('Undone: The plan was canceled').waitFor()
    expect(page.url()).toContain('/default/story')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('do nothing beside another modifier', async () => {
    const sandbox = await freshSandbox(stopped)
    await controlClient(sandbox).do('cancel_subscription', {})
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await button(page, /^Undo: The plan/).waitFor()
    await line(page, 'act_1').waitFor()
    for (const keys of ['Alt+5', 'Control+Shift+z', 'Alt+z']) await page.keyboard.press(keys)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('article').waitFor()
    expect((await controlClient(sandbox).account()).billing).toBe('canceled')
  })
})
