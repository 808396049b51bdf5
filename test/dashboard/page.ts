import type { Locator, Page } from 'playwright-core'

/** The words in which the stories speak of the page: roles and names, as a person finds them. */

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** A part of a screen, by its heading. */
export function card(page: Page, heading: string | RegExp): Locator {
  return page.getByRole('region', { name: heading, exact: true })
}

/** What the page says that the next creation will get. */
export function createPrediction(page: Page): Locator {
  return card(page, 'Response to the next call').getByRole('definition').first()
}

/** Chooses a value in a list by its label. */
export async function choose(within: Page | Locator, label: string, value: string): Promise<void> {
  await within.getByLabel(label).selectOption(value)
}

/** The line of a call, by its id. */
export function line(page: Page, id: string): Locator {
  return page.locator(`a[href$="/requests/${id}"]`).first()
}

/** The screen is there, and told what happens. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main .card').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
}
