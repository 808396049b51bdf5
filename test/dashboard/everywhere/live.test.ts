import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { RunningSandbox } from '../../../src/node/start.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, card, createPrediction, line, makeGate, settled } from '../page.ts'

useBrowser()

const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

describe('a page that is open while others work', needs('browser'), () => {
  it('shows the newest state, though an older answer arrives after it', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await settled(page)
    const release = makeGate()
    const held = makeGate()
    const arrived = makeGate()
    let isFirst = true
    await page.route('**/_sandbox/accounts/default', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      const response = await route.fetch()
      held.open()
      await release.opened
      await route.fulfill({ response })
      arrived.open()
    })
    await apiClient(sandbox).list()
    await held.opened
    await button(page, 'Cancel plan').click()
    await page.getByText('The plan was canceled').first().waitFor()
    const prediction = createPrediction(page)
    await expect.poll(() => prediction.textContent()).toContain('403')
    release.open()
    await arrived.opened
    // An event that has arrived is on the screen with the next frame.
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))')
    expect(await prediction.textContent()).toContain('403')
  })

  it('loads only their names, one list at a time, while a test suite creates accounts', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await settled(page)
    const lists: string[] = []
    const release = makeGate()
    await page.route(/_sandbox\/accounts(\?|$)/, async (route) => {
      lists.push(new URL(route.request().url()).search)
      await release.opened
      await route.continue()
    })
    for (let index = 0; index < 60; index += 1) {
      const name = `t${index}`
      await controlClient(sandbox).send('POST', 'accounts', { name, scenario: 'plus' })
    }
    await apiClient(sandbox).list()
    await expect.poll(() => card(page, 'Latest').textContent()).toContain('Aliases listed')
    expect(lists).toEqual(['?fields=name'])
    release.open()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Account' }).locator('option').count())
      .toBe(61)
  })
})

describe('two windows that undo the same action', needs('browser'), () => {
  it('each offer to bring back what they took back themselves', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    await control.do('cancel_subscription', {})
    const page = await openDashboard(sandbox, { place: 'default/story' })
    const undo = button(page, /^Undo: The plan was canceled/)
    await undo.waitFor()
    // The other window undoes the same, after this one.
    await page.route('**/undo', async (route) => {
      const response = await route.fetch()
      await control.send('POST', 'accounts/default/undo', { to: 'act_1' })
      await route.fulfill({ response })
    })
    await undo.click()
    const back = button(page, /^Bring it back/)
    await back.waitFor()
    await page.unroute('**/undo')
    await line(page, 'undo_2').waitFor() // the page knows of the other window's step
    await back.click()
    // It would take back what the other window did.
    await button(page, 'Bring it back').click()
    await expect.poll(async () => (await control.account()).billing).toBe('canceled')
  })
})

describe('somebody who presses too often', needs('browser'), () => {
  const actionsOf = async (sandbox: RunningSandbox, types = 'action,undo') => {
    const { body } = await controlClient(sandbox).send(
      'GET',
      `accounts/default/history?types=${types}`,
    )
    return (body['history'] as unknown[]).length
  }
  const hold = async (page: Page, key: string) => {
    for (let press = 0; press < 8; press += 1) await page.keyboard.down(key)
    await page.keyboard.up(key)
  }

  it('holds Ctrl+Z: one action is undone', async () => {
    const sandbox = await freshSandbox(stopped)
    for (const burst of [1, 2, 3]) await controlClient(sandbox).do('set_usage', { burst })
    const page = await openDashboard(sandbox)
    await button(page, /^Undo: Limits/).waitFor()
    await page.keyboard.down('Control')
    await hold(page, 'z')
    await page.keyboard.up('Control')
    await page
      .getByRole('status')
      .getByText(/^Undone/)
      .waitFor()
    expect(await actionsOf(sandbox, 'undo')).toBe(1)
  })

  it('presses again while the sandbox is slow: the button shows it, and nothing is done twice', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await settled(page)
    const release = makeGate()
    await page.route('**/actions/rotate_key', async (route) => {
      await release.opened
      await route.continue()
    })
    const rotate = button(page, 'Rotate key')
    await rotate.press('Enter')
    await page.getByText('Working …').waitFor()
    await rotate.press('Enter')
    expect(await rotate.getAttribute('aria-busy')).toBe('true')
    release.open()
    await page.getByText('Working …').waitFor({ state: 'detached' })
    expect(await actionsOf(sandbox)).toBe(1)
  })
})
