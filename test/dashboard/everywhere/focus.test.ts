import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, card, message } from '../page.ts'

useBrowser()

/** The name of what has the focus: its label, or its words. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(({ activeElement: at }) => at === document.body ? 'nothing' : at.getAttribute('aria-labelledby') ?? at.getAttribute('aria-label') ?? at.textContent)(document)`,
  )

describe('who works by keyboard keeps their place', needs('browser'), () => {
  it('when an armed fault is stopped: at the next one, and after the last one in the same card', async () => {
    const sandbox = await freshSandbox()
    for (const kind of ['outage', 'burst']) {
      await controlClient(sandbox).do('arm_fault', { kind })
    }
    const page = await openDashboard(sandbox)
    const bins = card(page, 'Break it').getByRole('button', { name: /^Stop: / })
    await bins.nth(1).waitFor()
    await bins.first().press('Enter')
    await bins.nth(1).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^Stop: /)
    await bins.first().press('Enter')
    await page.getByText('Nothing is armed').waitFor()
    await expect.poll(() => focused(page)).toBe('break-it')
  })

  it('when the clock has gone to what comes next for the plan', async () => {
    const page = await openDashboard(await freshSandbox({ scenario: 'trial_ending' }))
    const billing = card(page, 'Plan and billing')
    await billing.getByRole('button', { name: /^Go there/ }).press('Enter')
    await message(page, 'The clock is now').waitFor()
    await expect.poll(() => focused(page)).not.toBe('nothing')
  })

  it('when an alias is deleted: at the one that takes its place; and when the question is declined', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('populate_aliases', { count: 3 })
    const page = await openDashboard(sandbox, { place: 'default/aliases' })
    const deletes = page.getByRole('button', { name: /^Delete / })
    const [first, second] = [await nameOf(page, 0), await nameOf(page, 1)]
    await deletes.first().press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(() => focused(page)).toBe(first)
    await deletes.first().press('Enter')
    await button(page, 'Delete permanently').press('Enter')
    await button(page, first).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(second)
  })

  it('when a situation of the report has been brought about', async () => {
    const page = await openDashboard(await freshSandbox(), { place: 'default/report' })
    const missing = card(page, /^Not met yet/)
    const meet = missing.getByRole('button', { name: 'Reach the burst limit now' })
    await meet.press('Enter')
    await missing.getByText('Ready.').first().waitFor()
    expect(await focused(page)).toBe('Reach the burst limit now')
    await expect.poll(() => meet.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the line at the bottom of a narrow page', needs('browser'), () => {
  it('of a phone opens upward to the whole message and the name of what Undo takes back', async () => {
    const page = await openDashboard(await freshSandbox(), {
      place: 'default/report',
      viewport: { width: 390, height: 844 },
    })
    await button(page, 'Fail the payment now').first().click()
    await message(page, 'until the invoice is settled').waitFor()
    const undo = page.locator('.undo')
    const isWhole = () =>
      page.evaluate<boolean>(
        `(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('.message'))`,
      )
    expect([await isWhole(), await undo.innerText()]).toEqual([false, expect.any(String)])
    await button(page, 'Whole message, and what Undo takes back').click()
    await expect.poll(isWhole).toBe(true)
    expect((await undo.boundingBox())!.width).toBeGreaterThan(150)
  })

  it.each([620, 820, 999])(
    'of %i px says at once what Undo takes back, and opens for a longer name',
    async (width) => {
      const sandbox = await freshSandbox()
      const control = controlClient(sandbox)
      await control.do('arm_fault', { kind: 'outage', operation: 'create', for: '90s' })
      const page = await openDashboard(sandbox, { viewport: { width, height: 1180 } })
      const isCut = () =>
        page.evaluate<boolean>(
          `(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.querySelector('.undo .two-lines'))`,
        )
      await button(page, /^Undo: Armed/).waitFor()
      expect(await isCut()).toBe(false)
      await control.do('set_usage', {
        burst: 1,
        burst_resets_in: '40s',
        daily: 1,
        forwards: 1_500,
        referral_bonus: 1,
      })
      await button(page, /^Undo: Limits were set/).waitFor()
      await expect.poll(isCut).toBe(true)
      await button(page, 'Whole message, and what Undo takes back').click()
      await expect.poll(isCut).toBe(false)
    },
  )
})

async function nameOf(page: Page, index: number): Promise<string> {
  const each = page.getByRole('button', { name: /^Delete / }).nth(index)
  return (await each.getAttribute('aria-label'))!
}
