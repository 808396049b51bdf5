import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser, type View } from '../browser.ts'
import { button, line } from '../page.ts'

useBrowser()

/** Two calls at 12:00:00, one refused at 12:00:10, and a last one 25 hours later. */
async function sandboxOverTwoDays() {
  const sandbox = await freshSandbox({
    with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } },
  })
  const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
  await client.list('?limit=1')
  await client.list('?limit=2')
  await control.do('advance_clock', { by: '10s' })
  await client.list('?limit=0')
  await control.do('advance_clock', { by: '25h' })
  await client.list('?limit=4')
  return sandbox
}

/** More calls than a page of the list has lines, and than a phone has room for bars. */
async function sandboxWithManyCalls(count: number) {
  const sandbox = await freshSandbox({ scenario: 'unlimited' })
  for (let call = 0; call < count; call += 1) await apiClient(sandbox).list('?limit=1')
  return sandbox
}

const phone: View = { viewport: { width: 390, height: 844 }, hasTouch: true }

function bars(page: Page) {
  return page.getByRole('listbox')
}

function bar(page: Page, id: string) {
  return page.locator(`#bar-${id}`)
}

/** Whether the part of the list with this call is what the tester is led to. */
async function hasFocus(shown: Locator): Promise<void> {
  await shown.and(shown.page().locator(':focus')).waitFor()
}

describe('the bars of the last calls', needs('browser'), () => {
  it('sum themselves up, and each says when it was and how it was answered', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), { place: 'default/story' })
    await bar(page, 'req_4').waitFor()
    expect(await bars(page).getAttribute('aria-label')).toBe(
      '4 calls from 2026-03-01 12:00:00 to 2026-03-02 13:00:10',
    )
    const names = bars(page).getByRole('option')
    expect(await names.evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual([
      '12:00:00, 200 Aliases listed',
      '12:00:00, 200 Aliases listed',
      '12:00:10, 400 Malformed request',
      '13:00:10, 200 Aliases listed',
    ])
    await page.getByText('Worked 3').waitFor()
    await page.getByText('Refused 1').waitFor()
  })

  it('tell a refused call from one that worked without its colour', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), { place: 'default/story' })
    const height = async (id: string) => (await bar(page, id).locator('i').boundingBox())!.height
    expect(await height('req_3')).toBeGreaterThan((await height('req_2')) + 10)
  })

  it.each([
    ['a press on a wide screen', { viewport: { width: 1440, height: 900 } }, 'req_10'],
    ['a tap on a phone', phone, 'req_50'],
  ])('show the part of the list with the call after %s', async (_by, view, id) => {
    const page = await openDashboard(await sandboxWithManyCalls(70), {
      place: 'default/story',
      ...view,
    })
    await line(page, 'req_70').waitFor()
    if (view === phone) await bar(page, id).tap()
    else await bar(page, id).click()
    await hasFocus(line(page, id))
    const { y } = (await line(page, id).boundingBox())!
    expect(y > 60 && y < page.viewportSize()!.height - 60).toBe(true)
  })

  it('are as many as fit, of the last calls, and the words say of how many', async () => {
    const page = await openDashboard(await sandboxWithManyCalls(70), {
      place: 'default/story',
      ...phone,
    })
    await page.getByText(/^The last \d\d of 70 calls$/).waitFor()
    const count = await page.locator('.call-bar').count()
    expect(await page.getByText(`The last ${count} of 70 calls`).count()).toBe(1)
    expect(await bar(page, 'req_70').count()).toBe(1)
    const [frame, first] = [(await bars(page).boundingBox())!, page.locator('.call-bar').first()]
    const { x, width } = (await first.boundingBox())!
    expect(x).toBeGreaterThanOrEqual(frame.x)
    expect(width).toBeGreaterThanOrEqual(9.9)
    await page.setViewportSize({ width: 820, height: 900 })
    await bar(page, 'req_1').waitFor()
    await page.getByText(/^The last/).waitFor({ state: 'detached' })
  })

  it('are used by keys: arrows choose a call and say which, Enter shows it', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), {
      place: 'default/story',
      viewport: { width: 768, height: 1024 },
    })
    await bars(page).focus()
    const chosen = () => bars(page).getAttribute('aria-activedescendant')
    for (const [key, id] of [
      ['ArrowLeft', 'bar-req_4'],
      ['ArrowLeft', 'bar-req_3'],
      ['Home', 'bar-req_1'],
      ['ArrowLeft', 'bar-req_1'],
      ['End', 'bar-req_4'],
      ['ArrowRight', 'bar-req_4'],
      ['ArrowLeft', 'bar-req_3'],
    ] as const) {
      await page.keyboard.press(key)
      await page.locator(`#${id}[aria-selected=true]`).waitFor()
      expect(await chosen()).toBe(id)
    }
    await page.getByText('12:00:10, 400 Malformed request').waitFor()
    await page.keyboard.press('Enter')
    await hasFocus(line(page, 'req_3'))
  })

  it('are those of the calls that the list has, whatever the filter', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), { place: 'default/story' })
    await bar(page, 'req_1').waitFor()
    await page.getByLabel('Search the story').fill('limit=0')
    await bar(page, 'req_1').waitFor({ state: 'detached' })
    await bar(page, 'req_3').waitFor()
    await button(page, /^Clock/).click()
    await bar(page, 'req_3').waitFor({ state: 'detached' })
    expect(await bars(page).count()).toBe(0)
    expect(await page.getByText('Press a bar').count()).toBe(0)
  })

  it('forget the chosen one in another account', async () => {
    const sandbox = await sandboxOverTwoDays()
    await controlClient(sandbox).send('POST', 'accounts', { name: 'anna' })
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await bar(page, 'req_2').click()
    await page.locator('#bar-req_2[aria-selected=true]').waitFor()
    await page.getByRole('combobox', { name: 'Account' }).selectOption('anna')
    await bar(page, 'req_2').waitFor({ state: 'detached' })
    await page.goBack()
    await bar(page, 'req_2').waitFor()
    expect(await page.locator('[aria-selected=true]').count()).toBe(0)
  })

  it('lead the open entry to the call that is pressed', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), {
      place: 'default/story/req_4',
      viewport: { width: 1440, height: 900 },
    })
    await bar(page, 'req_2').click()
    await page.waitForURL(/story\/req_2$/)
    await hasFocus(line(page, 'req_2'))
  })

  it('tell calls that were taken back from those that hold', async () => {
    const sandbox = await sandboxOverTwoDays()
    await controlClient(sandbox).send('POST', 'accounts/default/undo', { to: 'req_2' })
    await apiClient(sandbox).list('?limit=5')
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await page.getByText('Worked 2').waitFor()
    await page.getByText('Taken back 3').waitFor()
    expect(await page.getByText('Refused').count()).toBe(0)
    expect(await page.locator('.call-bar.gone').count()).toBe(3)
    expect(await bar(page, 'req_3').getAttribute('aria-label')).toMatch(/, taken back$/)
    await controlClient(sandbox).send('POST', 'accounts/default/undo', { to: 'undo_1' })
    await page.getByText('Worked 3').waitFor()
    await page.getByText('Taken back 1').waitFor()
  })

  it('say how they are used: by pointer or touch, and by keys to who has come by keys', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), { place: 'default/story' })
    const [byPointer, byKeys] = [page.getByText('Press a bar'), page.getByText('Arrow keys')]
    const isRead = async (hint: Locator) => (await hint.boundingBox())!.width > 100
    await byPointer.waitFor()
    expect([await isRead(byPointer), await isRead(byKeys)]).toEqual([true, false])
    const before = await line(page, 'req_4').boundingBox()
    await page.getByLabel('Search the story').focus()
    await page.keyboard.press('Shift+Tab')
    for (let back = 0; back < 6 && !(await isRead(byKeys)); back += 1) {
      await page.keyboard.press('Shift+Tab')
    }
    expect([await isRead(byPointer), await isRead(byKeys)]).toEqual([false, true])
    expect(await line(page, 'req_4').boundingBox()).toEqual(before)
    await page.keyboard.press('ArrowRight')
    expect(await line(page, 'req_4').boundingBox()).toEqual(before)
  })

  it('are not shown where there was no call', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await line(page, 'start_1').waitFor()
    expect(await bars(page).count()).toBe(0)
  })
})
