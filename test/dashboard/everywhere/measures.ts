import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { settled } from '../page.ts'

/** The heading of each screen, by its name in the address. */
export const screenNames: Readonly<Record<string, string>> = {
  live: 'Live',
  inbox: 'Inbox',
  report: 'Report',
}

/** Opens a screen in a page that is open, and waits until it has loaded. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = '#/default/${place}'`)
  const name = screenNames[place.split('/')[0]!]!
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await settled(page)
}

/** All findings of axe, of every severity. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target }) => impact + ' ' + id + ': ' + target.join(' '))))`,
  )
}
