import type { Locator, Page } from 'playwright-core'

/** Finds parts of the page by role and name, as a person would. */

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** A section of a screen, by its heading. */
export function card(page: Page, heading: string | RegExp): Locator {
  return page.getByRole('region', { name: heading, exact: true })
}

/** The outcome of the next creation, as the page shows it. */
export function createPrediction(page: Page): Locator {
  return card(page, 'Response to the next call').getByRole('definition').first()
}

/** Opens what is folded below a word, such as a card on a phone. */
export async function unfold(within: Page | Locator, word: string): Promise<void> {
  const summary = within.locator('summary').filter({ hasText: word }).first()
  await summary.waitFor()
  const isOpen = await summary.evaluate(
    (at: { parentElement: { open: boolean } }) => at.parentElement.open,
  )
  if (!isOpen) await summary.click()
}

/** Types how much of a limit is used. */
export async function setUsed(page: Page, title: string, count: number): Promise<void> {
  await unfold(page, 'Limits')
  const field = page.getByLabel(`Used ${title.toLowerCase()}`, { exact: true })
  await field.fill(String(count))
  await field.press('Enter')
}

/** Selects a value in a list by its label. */
export async function choose(within: Page | Locator, label: string, value: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).selectOption(value)
}

/** The line of a call, by its id. */
export function line(page: Page, id: string): Locator {
  return page.locator(`a:is([href$="/story/${id}"], [href*="/story/${id}?"])`).first()
}

/** Waits until the screen is loaded and receives events. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main .card:visible').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
}

/** Finds the message of the line at the bottom about the last action. */
export function message(page: Page, text: string | RegExp): Locator {
  return page.locator('.message-bar .message', { hasText: text })
}

/** Something to wait for. */
export function makeGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}
