import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser, type View } from '../browser.ts'
import { button, card, message } from '../page.ts'

useBrowser()

const frozen = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const
const coming = (page: Page) => card(page, 'Upcoming events')

function openClock(sandbox: { url: string }, width: number): Promise<Page> {
  const view: View = { place: 'default/clock', viewport: { width, height: 900 } }
  return openDashboard(sandbox, view)
}

/** Waits until the clock of the page shows a time. */
const shows = (page: Page, time: string) =>
  page.getByRole('heading', { level: 2, name: `${time} UTC` }).waitFor()

describe('somebody at the clock', needs('browser'), () => {
  it('moves it by any number of minutes, hours or days', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openClock(sandbox, 360)
    await page.getByRole('textbox', { name: 'Forward by' }).fill('125')
    await button(page, 'Advance').click()
    await shows(page, '2026-03-01 14:05:00')
    await message(page, 'The clock is now 14:05:00.').waitFor()
    await page.getByLabel('Unit of time').selectOption('d')
    await page.getByRole('textbox', { name: 'Forward by' }).fill('1')
    await page.keyboard.press('Enter')
    await shows(page, '2026-03-02 14:05:00')
    await button(page, '+ 30 s').click()
    await shows(page, '2026-03-02 14:05:30')
  })

  it('is told what is wrong with a time or a speed, and nothing moves', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openClock(sandbox, 390)
    for (const text of ['', '0', '-5', '1.5', 'soon', '5259601', '<svg onload=alert(1)>']) {
      await page.getByRole('textbox', { name: 'Forward by' }).fill(text)
      await page.getByText('Enter a whole number from 1 to 5,259,600').waitFor()
      await button(page, 'Advance').click()
    }
    for (const text of ['', '0', '0.0001', '1,5', 'fast', '1000001']) {
      await page.getByLabel('Times as fast as real time').fill(text)
      await page.getByText('Enter a number from 0.001 to 1,000,000').waitFor()
      await button(page, 'Run at this speed').click()
    }
    const { clock } = await controlClient(sandbox).account()
    expect(clock).toMatchObject({ now: '2026-03-01T12:00:00.000Z', mode: 'frozen', scale: 1 })
  })

  it('moves it by ten years at most, as the form says', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openClock(sandbox, 1024)
    await page.getByLabel('Unit of time').selectOption('d')
    await page.getByRole('textbox', { name: 'Forward by' }).fill('3653')
    await page.getByText('Enter a whole number from 1 to 3,652').waitFor()
    await page.getByRole('textbox', { name: 'Forward by' }).fill('3652')
    await button(page, 'Advance').click()
    await shows(page, '2036-02-29 12:00:00')
  })

  it('sees why a button cannot work: no event is coming, no minute is open', async () => {
    const sandbox = await freshSandbox({ ...frozen, scenario: 'free' })
    const page = await openClock(sandbox, 768)
    await coming(page).getByText('No event is coming.').waitFor()
    const next = button(page, 'To the next event')
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true')
    await next.focus()
    const reason = page.getByText('No event is coming: make a call or start something first.')
    await reason.last().waitFor()
    await button(page, 'To the new minute')
      .tap()
      .catch(() => {})
    await button(page, 'To the new minute').hover()
    await page
      .getByText('No minute is open: one begins with the next call.')
      .and(page.locator('p'))
      .waitFor()
    await page.keyboard.press('Enter')
    expect((await controlClient(sandbox).account()).clock.now).toBe('2026-03-01T12:00:00.000Z')
    await controlClient(sandbox).do('set_usage', { burst: 60 })
    await page.getByText('The next event: New minute begins.').waitFor()
    await button(page, 'To the new minute').click()
    await message(page, 'A new minute began: the count of calls is back to 0.').waitFor()
    await shows(page, '2026-03-01 12:01:00')
  })

  it('reads what comes right before a call', async () => {
    const timeline = [
      { at_call: 1, do: 'fail_payment' },
      { at_call: 3, operation: 'create', do: 'rotate_key' },
    ] as const
    const sandbox = await freshSandbox({ with: { ...frozen.with, timeline: [...timeline] } })
    const page = await openClock(sandbox, 1440)
    const rows = coming(page).getByRole('listitem')
    await rows.filter({ hasText: 'before the next call' }).waitFor()
    await rows.filter({ hasText: 'before creation 3 from now' }).waitFor()
    await apiClient(sandbox).create()
    await rows.filter({ hasText: 'before creation 2 from now' }).waitFor()
    expect(await rows.filter({ hasText: 'before the next call' }).count()).toBe(0)
  })

  it('reads what is coming in words, and goes there', async () => {
    const sandbox = await freshSandbox({ ...frozen, scenario: 'trial' })
    const control = controlClient(sandbox)
    await apiClient(sandbox).create({ label: 'shop' })
    await control.do('arm_fault', { kind: 'outage', for: '90s' })
    const page = await openClock(sandbox, 1440)
    const rows = coming(page).getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.locator('.what').allInnerTexts()).toEqual([
      'New minute begins',
      '“Service unavailable” ends',
      'New day begins (UTC)',
      'Trial ends',
    ])
    await button(page, 'Go there: Trial ends, 2026-03-08 12:00:00').click()
    await message(page, 'The trial ended and $2 was charged.').waitFor()
    await shows(page, '2026-03-08 12:00:00')
  })

  it('has a graphic whose words do not overlap, and a list in its place on a phone', async () => {
    const sandbox = await freshSandbox({ ...frozen, scenario: 'trial' })
    const control = controlClient(sandbox)
    await control.do('set_usage', { burst: 1, daily: 1, forwards: 1 })
    for (const lasts of ['61s', '62s', '63s', '24h', '7d'])
      await control.do('arm_fault', { kind: 'outage', for: lasts })
    for (const width of [820, 2560]) {
      const page = await openClock(sandbox, width)
      const graphic = coming(page).getByRole('img', { name: /^Upcoming events: New minute begins/ })
      await graphic.waitFor()
      const boxes = await Promise.all(
        (await graphic.locator('text').all()).map((text) => text.boundingBox()),
      )
      const overlaps = boxes.flatMap((a, index) =>
        boxes.slice(index + 1).filter((b) => {
          const isBeside = a!.x + a!.width <= b!.x || b!.x + b!.width <= a!.x
          return !isBeside && Math.abs(a!.y - b!.y) < a!.height - 4
        }),
      )
      expect(overlaps).toEqual([])
      expect(boxes.every((box) => box!.x >= 0 && box!.x + box!.width <= width)).toBe(true)
    }
    const phone = await openClock(sandbox, 390)
    await coming(phone).getByRole('listitem').first().waitFor()
    expect(await coming(phone).getByRole('img').count()).toBe(0)
  })

  it('stops it, lets it run at any speed, and sees how fast it runs', async () => {
    const sandbox = await freshSandbox()
    const page = await openClock(sandbox, 820)
    await page.getByText('The clock runs at real speed.').waitFor()
    expect(await button(page, 'Real speed').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'Freeze clock').click()
    await page.getByText('The clock is stopped (frozen).').waitFor()
    await page.getByLabel('Times as fast as real time').fill('2500')
    await button(page, 'Run at this speed').click()
    await page.getByText('The clock runs 2,500 times as fast as real time.').first().waitFor()
    expect((await controlClient(sandbox).account()).clock).toMatchObject({
      mode: 'running',
      scale: 2_500,
    })
  })

  it('goes back only by undo', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openClock(sandbox, 1440)
    await button(page, '+ 31 days').click()
    await shows(page, '2026-04-01 12:00:00')
    await button(page, /^Undo/).first().click()
    await shows(page, '2026-03-01 12:00:00')
  })
})
