import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The heading of each screen, by its name in the address. */
export const screenNames: Readonly<Record<string, string>> = {
  overview: 'Overview',
  story: 'Story',
  aliases: 'Aliases',
  inbox: 'Inbox',
  scenarios: 'Scenarios',
  clock: 'Clock',
  report: 'Report',
  session: 'Session',
}

/** Opens a screen in a page that is open, and waits until it has loaded. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = '#/default/${place}'`)
  const name = screenNames[place.split('/')[0]!]!
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.locator('main .card:visible').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.locator('main').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
}

/** All findings of axe, of every severity; `only` limits it to some rules. */
export async function axeFindings(page: Page, only?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const options = only ? { runOnly: { type: 'rule', values: only } } : {}
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target }) => impact + ' ' + id + ': ' + target.join(' '))))`,
  )
}
