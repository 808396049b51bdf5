import type { Locator, Page } from 'playwright-core'

/** Finds parts of the page by role and name, as a person would. */

export function button(page: Page | Locator, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** A part of a screen, by its name. */
export function region(page: Page, name: string | RegExp): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** The outcome of the next creation, as the page shows it. */
export function createPrediction(page: Page): Locator {
  return region(page, 'Now').getByRole('definition').first()
}

/** Shows a tab of what can be done to the account, where that is a sheet, too. */
export async function openTab(page: Page, name: string): Promise<Locator> {
  const open = button(page, 'Send, break or change something')
  const tab = page.getByRole('tab', { name })
  await open.or(tab).first().waitFor()
  if ((await tab.count()) === 0) await open.click()
  await tab.click()
  return page.getByRole('tabpanel', { name })
}

/** Opens what is folded below a word. */
export async function unfold(within: Page | Locator, word: string): Promise<void> {
  const summary = within.locator('summary').filter({ hasText: word }).first()
  await summary.waitFor()
  const isOpen = await summary.evaluate(
    (at: { parentElement: { open: boolean } }) => at.parentElement.open,
  )
  if (!isOpen) await summary.click()
}

/** Selects a value in a list by its label. */
export async function choose(within: Page | Locator, label: string, value: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).selectOption(value)
}

/** The line of an entry of the history, by its id. */
export function line(page: Page, id: string): Locator {
  return page.locator(`[data-entry="${id}"]`)
}

/** The ids of the entries of the history, from top to bottom. */
export function idsOf(page: Page): Promise<(string | null)[]> {
  return page
    .locator('[data-entry]')
    .evaluateAll((lines) => lines.map((each) => each.getAttribute('data-entry')))
}

/** Waits until the page is loaded and receives changes. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
  await page.locator('main').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
}

/** What came of the last press, where it was pressed. */
export function told(page: Page, text: string | RegExp): Locator {
  return page.locator('.told', { hasText: text })
}

/** Something to wait for. */
export function makeGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}
