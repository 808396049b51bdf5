import { describe, expect, it } from 'vitest'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { openDashboard, useBrowser } from './browser.ts'
import { axeFindings } from './everywhere/measures.ts'
import { livedInSandbox } from './lived-in.ts'
import { button, createPrediction, message, setUsed } from './page.ts'

useBrowser()

describe.each(['light', 'dark'] as const)('in %s colours', needs('browser'), (colorScheme) => {
  it('axe finds nothing in a question and in a refusal', async () => {
    const sandbox = await livedInSandbox()
    const page = await openDashboard(sandbox, { place: 'default/aliases', colorScheme })
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Overview' }).click()
    await setUsed(page, 'Messages this month', 2_500)
    await message(page, 'Limits were set').waitFor()
    await page.getByRole('link', { name: 'Aliases', exact: true }).click()
    await page.locator('button:not([aria-disabled=true])', { hasText: 'Forward' }).first().click()
    await page.getByText('Failed:').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })
})

describe('a label', needs('browser'), () => {
  it.each([
    ['Shop', 'ltr'],
    ['متجر', 'rtl'],
    ['חנות', 'rtl'],
    ['店', 'ltr'],
  ])('%s runs from %s', async (label, direction) => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('create_alias', { label })
    const page = await openDashboard(sandbox, { place: 'default/aliases' })
    await page.locator('td.text').first().waitFor()
    expect(
      await page.evaluate<string>(`getComputedStyle(document.querySelector('td.text')).direction`),
    ).toBe(direction)
  })
})

describe('by keyboard alone', needs('browser'), () => {
  it('every control is reached in order, and shows its focus', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await createPrediction(page).getByText('200').waitFor()
    const controls = await page
      .locator('a[href], button:enabled, select:enabled, input')
      .filter({ visible: true })
      .count()
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

  it('a payment fails and is settled', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await button(page, 'Fail the payment').focus()
    await page.keyboard.press('Enter')
    await createPrediction(page).getByText('403').waitFor()
    await button(page, 'Settle invoice').focus()
    await page.keyboard.press('Space')
    await createPrediction(page).getByText('200').waitFor()
  })
})

it('has no animation when the user prefers reduced motion', needs('browser'), async () => {
  const sandbox = await freshSandbox()
  const page = await openDashboard(sandbox, { reducedMotion: 'reduce' })
  await createPrediction(page).getByText('200').waitFor()
  const moving = await page.evaluate<string[]>(
    `[...document.querySelectorAll('*')].filter((at) => {
      const { transitionDuration, animationName } = getComputedStyle(at)
      return parseFloat(transitionDuration) > 0.01 || animationName !== 'none'
    }).map((at) => at.outerHTML.slice(0, 80))`,
  )
  expect(moving).toEqual([])
})
