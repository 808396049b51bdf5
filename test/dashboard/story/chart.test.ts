import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
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

function chart(page: Page) {
  return page.getByRole('application')
}

/** Runs in the page. */
function centresOf(bars: { getBoundingClientRect: () => { x: number; width: number } }[]) {
  return bars.map((bar) => {
    const { x, width } = bar.getBoundingClientRect()
    return x + width / 2
  })
}

describe('the chart of calls', needs('browser'), () => {
  it('sums itself up, and folds the hours over which the clock was pushed', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), {
      place: 'default/story',
      viewport: { width: 1440, height: 900 },
    })
    await chart(page).waitFor()
    expect(await chart(page).getAttribute('aria-label')).toBe(
      'Calls over the account’s clock: 4 calls from 2026-03-01 12:00:00 to 2026-03-02 13:00:10',
    )
    expect(await chart(page).locator('text.said').allTextContents()).toEqual(['25 h', 'later'])
    await page.getByText('Worked 3').waitFor()
    await page.getByText('Refused 1').waitFor()
  })

  it('is brushed by the pointer: the span is said in words and filters the list', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), {
      place: 'default/story',
      viewport: { width: 1024, height: 900 },
    })
    const box = (await chart(page).boundingBox())!
    await page.mouse.move(box.x + 2, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + 150, box.y + 40, { steps: 5 })
    await page.mouse.up()
    await page.getByText(/^From 12:00:00 to 12:00:\d\d: 2 calls$/).waitFor()
    await line(page, 'req_3').waitFor({ state: 'detached' })
    await line(page, 'req_1').waitFor()
    await button(page, 'Show all').click()
    await line(page, 'req_4').waitFor()
    await page.getByText('4 calls', { exact: true }).waitFor()
  })

  it('is used by keys: arrows select, Shift extends, Enter zooms, Escape clears', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), {
      place: 'default/story',
      viewport: { width: 768, height: 1024 },
    })
    await chart(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('At 12:00:00: 2 calls').waitFor()
    for (let second = 0; second < 10; second += 1) await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('From 12:00:00 to 12:00:10: 3 calls').waitFor()
    await line(page, 'req_4').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await chart(page).locator('text.said').first().waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+ArrowLeft')
    await page.getByText('From 12:00:00 to 12:00:09: 2 calls').waitFor()
    await page.keyboard.press('Escape')
    await line(page, 'req_4').waitFor()
    expect(await button(page, 'Show all').count()).toBe(0)
  })

  it('takes a tap on a phone, and says when nothing else lies in that moment', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), {
      place: 'default/story',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const box = (await chart(page).boundingBox())!
    await page.touchscreen.tap(box.x + 3, box.y + 50)
    await page.getByText('At 12:00:00: 2 calls').waitFor()
    await button(page, /^Clock/).click()
    await page.getByText('Nothing happened on the clock at 12:00:00.').waitFor()
    await button(page, 'Clear the filter').click()
    await line(page, 'req_4').waitFor()
  })

  it('takes its whole width when a part of it is looked at', async () => {
    const sandbox = await sandboxOverTwoDays()
    await controlClient(sandbox).do('advance_clock', { by: '20m' })
    await apiClient(sandbox).list('?limit=5')
    const page = await openDashboard(sandbox, {
      place: 'default/story',
      viewport: { width: 1440, height: 900 },
    })
    const box = (await chart(page).boundingBox())!
    const later = chart(page).getByText('25 h')
    const { x: fold } = (await later.boundingBox())!
    await page.mouse.move(fold + 70, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 5, box.y + 40, { steps: 5 })
    await page.mouse.up()
    await page.getByText('From 13:00:10 to 13:20:10: 2 calls').waitFor()
    await later.waitFor({ state: 'detached' })
    const bars = chart(page).locator('rect.tone')
    const centres = (await bars.evaluateAll(centresOf)) as readonly number[]
    expect(centres.map((x) => Math.round((4 * (x - box.x)) / box.width))).toEqual([1, 3])
  })

  it('tells calls that were taken back from those that hold', async () => {
    const sandbox = await sandboxOverTwoDays()
    await controlClient(sandbox).send('POST', 'accounts/default/rewind', { to: 'req_2' })
    await apiClient(sandbox).list('?limit=5')
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await page.getByText('Worked 2').waitFor()
    await page.getByText('Taken back 3').waitFor()
    expect(await page.getByText('Refused').count()).toBe(0)
    expect(await chart(page).getAttribute('aria-label')).toContain('5 calls, 3 of them taken back,')
    expect(await chart(page).locator('rect.gone').count()).toBe(3)
    await controlClient(sandbox).send('POST', 'accounts/default/rewind', { to: 'rewind_1' })
    await page.getByText('Worked 3').waitFor()
    await page.getByText('Taken back 1').waitFor()
  })

  it('says how it is used: by pointer or touch, and by keys to who has come by keys', async () => {
    const page = await openDashboard(await sandboxOverTwoDays(), { place: 'default/story' })
    const [byPointer, byKeys] = [
      page.getByText('Press a bar, or drag'),
      page.getByText('Arrow keys'),
    ]
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
    const showAll = (await button(page, 'Show all').boundingBox())!
    const frame = (await chart(page).boundingBox())!
    expect(showAll.y - (frame.y + frame.height)).toBeGreaterThan(5) // the focus line is 5 px
  })

  it('is not shown where there was no call', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await line(page, 'start_1').waitFor()
    expect(await chart(page).count()).toBe(0)
  })
})
