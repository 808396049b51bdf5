import { describe, expect, it } from 'vitest'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { livedInSandbox, places } from '../lived-in.ts'
import { goTo, screenNames } from './measures.ts'

useBrowser()

/** A line of the accessibility tree: `- region "Limits"` has the role region and the name Limits. */
type Line = { role: string; name: string; level: number | null }

function linesOf(snapshot: string): Line[] {
  return snapshot.split('\n').map((line) => {
    const [, role = '', name = ''] = /^\s*- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? []
    const level = /\[level=(\d)\]/.exec(line)?.[1]
    return { role, name, level: level === undefined ? null : Number(level) }
  })
}

const pressed = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'spinbutton']

describe('somebody who listens to the page', needs('browser'), () => {
  it.each(places)('finds the parts of %s by their names', async (place) => {
    const page = await openDashboard(await livedInSandbox())
    await goTo(page, place)
    const lines = linesOf(await page.locator('body').ariaSnapshot())
    const withRole = (role: string) => lines.filter((line) => line.role === role)
    for (const landmark of ['banner', 'main']) {
      expect(withRole(landmark), landmark).toHaveLength(1)
    }
    expect(withRole('navigation').map(({ name }) => name)).toContain('Screens')
    const titles = withRole('heading').filter(({ level }) => level === 1)
    expect(titles.map(({ name }) => name)).toEqual([screenNames[place.split('/')[0]!]])
    const regions = withRole('region').map(({ name }) => name)
    expect(regions).not.toContain('')
    expect(new Set(regions).size).toBe(regions.length)
    const levels = withRole('heading').map(({ level }) => level!)
    const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
    expect(skipped, 'a level of headings is left out').toEqual([])
    const nameless = lines.filter(({ role, name }) => pressed.includes(role) && name.trim() === '')
    expect(nameless).toEqual([])
  })

  it('hears the name of the screen when it opens', async () => {
    const page = await openDashboard(await livedInSandbox())
    for (const [place, name] of Object.entries(screenNames)) {
      await goTo(page, place)
      await page.waitForFunction(`document.title.startsWith('${name} · default')`)
    }
  })
})

it(
  'a link of the page opens at once, leads back by the browser, and opens elsewhere with Ctrl',
  needs('browser'),
  async () => {
    const page = await openDashboard(await livedInSandbox())
    await goTo(page, 'live')
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name })
    await link('Inbox').click()
    await page.waitForURL('**/#/default/inbox')
    await link('Report').press('Enter')
    await page.waitForURL('**/#/default/report')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()
    const opened = page.context().waitForEvent('page')
    await link('Report').click({ modifiers: ['Control'] })
    await (await opened).waitForURL('**/#/default/report')
    expect(page.url()).toContain('#/default/live')
  },
)
