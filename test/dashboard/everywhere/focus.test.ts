import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, createPrediction, openTab } from '../page.ts'

useBrowser()

/** The words of what has the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(({ activeElement: at }) => at === document.body ? 'nothing' : at.getAttribute('aria-label') ?? at.textContent)(document)`,
  )

describe('who works by keyboard', needs('browser'), () => {
  it('reaches every control in order, and sees the focus', async () => {
    const page = await openDashboard(await freshSandbox())
    await createPrediction(page).getByText('200').waitFor()
    const controls = await page
      .locator('a[href], button:enabled, select:enabled, input, summary')
      .filter({ visible: true })
      .evaluateAll((all) => all.filter((at) => at.getAttribute('tabindex') !== '-1').length)
    const seen = new Set<string>()
    for (let step = 0; step < controls; step += 1) {
      await page.keyboard.press('Tab')
      const { name, outline } = await page.evaluate<{ name: string; outline: string }>(
        `(() => { const at = document.activeElement
          return { name: at.outerHTML, outline: getComputedStyle(at).outlineStyle } })()`,
      )
      expect(outline, name).not.toBe('none')
      seen.add(name)
    }
    expect(seen.size).toBe(controls)
  })

  it('lets a payment fail, and settles it', async () => {
    const page = await openDashboard(await freshSandbox())
    await button(page, 'Fail the payment').focus()
    await page.keyboard.press('Enter')
    await createPrediction(page).getByText('403').waitFor()
    await button(page, 'Settle the invoice').focus()
    await page.keyboard.press('Space')
    await createPrediction(page).getByText('200').waitFor()
  })

  it('stays at the button of a dialog that was closed', async () => {
    const page = await openDashboard(await freshSandbox())
    await button(page, 'Share').press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Share')
  })

  it('stays in the list when an armed fault is stopped', async () => {
    const sandbox = await freshSandbox()
    for (const kind of ['outage', 'burst']) await controlClient(sandbox).do('arm_fault', { kind })
    const page = await openDashboard(sandbox)
    const stops = page.getByRole('region', { name: 'Now' }).getByRole('button', { name: /^Stop: / })
    await stops.nth(1).waitFor()
    await stops.first().press('Enter')
    await stops.nth(1).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).not.toBe('nothing')
  })

  it('stays at the button that brought a situation of the report about', async () => {
    const page = await openDashboard(await freshSandbox(), { place: 'default/report' })
    const coverage = page.getByRole('region', { name: /documented outcomes met$/ })
    await button(coverage, 'Reach the limit of this minute').press('Enter')
    await coverage.getByText('Limits were set').waitFor()
    expect(await focused(page)).toBe('Reach the limit of this minute')
  })

  it('goes from tab to tab of the panel with the arrow keys', async () => {
    const page = await openDashboard(await freshSandbox())
    await openTab(page, 'Break')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page)).toBe('Plan')
  })
})

it('has no animation when the user prefers reduced motion', needs('browser'), async () => {
  const page = await openDashboard(await freshSandbox(), { reducedMotion: 'reduce' })
  await createPrediction(page).getByText('200').waitFor()
  const moving = await page.evaluate<string[]>(
    `[...document.querySelectorAll('*')].filter((at) => {
      const { transitionDuration, animationName } = getComputedStyle(at)
      return parseFloat(transitionDuration) > 0.01 || animationName !== 'none'
    }).map((at) => at.outerHTML.slice(0, 80))`,
  )
  expect(moving).toEqual([])
})
