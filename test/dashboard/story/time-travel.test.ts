import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, line, unfold } from '../page.ts'

useBrowser()

const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

describe('a tester who goes back', needs('browser'), () => {
  it('sees what Undo takes back, presses it, and brings it back', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    const page = await openDashboard(sandbox)
    await button(page, 'Fail the payment').click()
    await button(page, 'Undo: A payment failed').click()
    await page.getByText('Undone: A payment failed. The clock is now 12:00:00.').waitFor()
    expect((await control.account()).billing).toBe('active')
    await button(page, /^Bring it back/).click()
    await page.getByText('Brought back: A payment failed.').waitFor()
    expect((await control.account()).billing).toBe('past_due')
    await button(page, 'Undo: A payment failed').waitFor()
  })

  it('finds Undo disabled, with the reason, where nobody has done anything', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { viewport: { width: 390, height: 844 } })
    const undo = button(page, 'Undo')
    await undo.waitFor()
    await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => undo.getAttribute('title')).toBe('There is nothing to undo.')
    await page
      .getByRole('button', { name: 'Undo', description: 'There is nothing to undo.' })
      .waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('status').getByText('There is nothing to undo.').waitFor()
  })

  it('undoes by Ctrl+Z anywhere but in a text field', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    await control.do('set_usage', { burst: 10 })
    await control.do('set_usage', { burst: 20 })
    await control.do('set_usage', { burst: 30 })
    const used = async () => (await control.account()).usage.burst.used
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await button(page, /^Undo: .*30/).waitFor()
    await page.getByLabel('Search the story').fill('limits')
    await page.keyboard.press('Control+z')
    await page.getByLabel('Search the story').fill('')
    expect(await used()).toBe(30)
    await page.getByRole('main').click({ position: { x: 3, y: 3 } })
    await page.keyboard.press('Control+z')
    await button(page, /^Undo: .*20/).waitFor()
    expect(await used()).toBe(20)
  })

  it('goes back from a line of the list without opening it', async () => {
    const sandbox = await freshSandbox(stopped)
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await client.create({ label: 'shop' })
    await control.do('cancel_subscription', {})
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await line(page, 'req_1').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('1 alias created since').waitFor()
    await page.keyboard.press('Escape')
    await line(page, 'act_1').hover()
    await button(page, 'Go back to before “The plan was canceled”').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('“The plan was canceled”').first().waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await line(page, 'act_1').getByText('taken back').waitFor()
    expect((await control.account()).billing).toBe('active')
  })

  it('goes back to before an entry after reading what will be lost', async () => {
    const sandbox = await freshSandbox(stopped)
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await control.do('set_usage', { daily: 3 })
    await client.create({ label: 'one' })
    await client.create({ label: 'two' })
    await control.do('arm_fault', { kind: 'outage', times: 5 })
    await control.do('advance_clock', { by: '2h' })
    const page = await openDashboard(sandbox, {
      place: 'default/story/req_1',
      viewport: { width: 1024, height: 800 },
    })
    await unfold(page, 'More')
    await button(page, 'Go back to before this').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/2 aliases created since, 1 armed fault;/).waitFor()
    await dialog.getByText(/the clock goes back from 14:00:00 to 12:00:00/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await control.account()).aliases).toBe(2)
    await button(page, 'Go back to before this').click()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await page.getByText(/^Back to before “Alias created”/).waitFor()
    const { aliases, faults, clock } = await control.account()
    expect([aliases, faults.length, clock.now]).toEqual([0, 0, '2026-03-01T12:00:00.000Z'])
    await button(page, /^Bring it back/).click()
    await page
      .getByRole('status')
      .getByText(/^Brought back/)
      .waitFor()
    expect((await control.account()).aliases).toBe(2)
  })

  it('is not asked where nothing is lost', async () => {
    const sandbox = await freshSandbox(stopped)
    await apiClient(sandbox).list()
    await controlClient(sandbox).do('advance_clock', { by: '1h' })
    const page = await openDashboard(sandbox, { place: 'default/story/act_1' })
    await button(page, 'Go back to before this').click()
    await page.getByText(/^Back to before “The clock moved forward/).waitFor()
    expect((await controlClient(sandbox).account()).clock.now).toBe('2026-03-01T12:00:00.000Z')
  })

  it.each([820, 1024, 1440])(
    'finds lines as wide as the list at %i px, and room for the button in the one pointed at',
    async (width) => {
      const sandbox = await freshSandbox(stopped)
      await apiClient(sandbox).create({ label: 'y'.repeat(300) })
      await controlClient(sandbox).do('cancel_subscription', {})
      const viewport = { width, height: 1180 }
      const page = await openDashboard(sandbox, { place: 'default/story', viewport })
      await line(page, 'act_1').waitFor()
      const rightOf = async (part: Locator) => {
        const box = (await part.boundingBox())!
        return box.x + box.width
      }
      const right = await rightOf(page.getByRole('list', { name: 'Entries' }))
      expect(await rightOf(line(page, 'req_1'))).toBeCloseTo(right, 0)
      expect(right - (await rightOf(line(page, 'req_1').getByText('req_1')))).toBeLessThan(10)
      const before = await line(page, 'start_1').boundingBox()
      await line(page, 'req_1').hover()
      const back = button(page, 'Go back to before “Alias created”')
      const left = (await back.boundingBox())!.x
      expect(await rightOf(line(page, 'req_1'))).toBeLessThanOrEqual(left)
      expect(await rightOf(line(page, 'act_1'))).toBeCloseTo(right, 0)
      expect(await line(page, 'start_1').boundingBox()).toEqual(before)
    },
  )

  it('cannot go back to what was dropped, and reads why', async () => {
    const sandbox = await freshSandbox({ scenario: 'unlimited', maxRequests: 20 })
    const client = apiClient(sandbox)
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await controlClient(sandbox).do('set_usage', { daily: 1 })
    await line(page, 'act_1').waitFor()
    for (let call = 0; call < 200; call += 1) await client.list('?limit=1')
    await page.getByText('200 calls').first().waitFor()
    await page.goto(`${sandbox.url}/_sandbox/#/default/story/act_1`)
    const back = button(page, /^Go back to/)
    await back.waitFor()
    await page.getByText('The account cannot go back so far').waitFor()
    await expect.poll(() => back.getAttribute('aria-disabled')).toBe('true')
  })
})
