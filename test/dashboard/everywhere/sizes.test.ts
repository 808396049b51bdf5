import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sampleLocales } from '../../../src/contract/scenario/sample-data.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { livedInSandbox, places } from '../lived-in.ts'
import { button, openTab } from '../page.ts'
import { focusFindings, layoutFindings, orderFindings } from './in-page.js'
import { axeFindings, goTo } from './measures.ts'

useBrowser()

const MINUTE = 60_000

/** Each width at which somebody uses the page; the last is a window of 1,280 px at 200 %. */
const sizes = [
  ['the smallest phone', { viewport: { width: 320, height: 640 } }],
  ['a phone', { viewport: { width: 390, height: 844 } }],
  ['a tablet', { viewport: { width: 768, height: 1024 } }],
  ['a small window', { viewport: { width: 1024, height: 768 } }],
  ['a window', { viewport: { width: 1440, height: 900 } }],
  ['a window at 200 %', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
] as const

const looks = [
  ['dark colours', { colorScheme: 'dark' }],
  ['more contrast', { contrast: 'more' }],
  ['forced colours', { forcedColors: 'active' }],
  ['less motion', { reducedMotion: 'reduce' }],
] as const

/** Texts that break a layout, if anything does: without a space, from right to left, and long. */
const difficult = ['x'.repeat(300), 'שלום עולם '.repeat(20), '🎉'.repeat(80), '<b>'.repeat(60)]

async function difficultSandbox() {
  const sandbox = await livedInSandbox()
  const control = controlClient(sandbox)
  for (const label of difficult) await control.do('create_alias', { label })
  for (const locale of sampleLocales) await control.do('populate_aliases', { count: 2, locale })
  await control.send('POST', 'accounts', { name: 'a'.repeat(100) })
  return sandbox
}

/** The dialogs of the page, each with the button that opens it. */
const dialogs = [
  ['live', /^Account/],
  ['live', /^Scenario/],
  ['live', 'Connect'],
  ['live', 'Share'],
  ['inbox', 'Send a mail'],
  ['report', 'Start the report anew'],
] as const

const tabs = ['Send', 'Break', 'Plan', 'Clock', 'Limits', 'Aliases'] as const

/** The findings on each screen, in each tab and in each dialog, with its place. */
async function everywhere(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const findings: string[] = []
  const note = async (place: string) =>
    findings.push(...(await look()).map((finding) => `${place}: ${finding}`))
  for (const place of places) {
    await goTo(page, place)
    await note(place)
  }
  await goTo(page, 'live')
  for (const tab of tabs) {
    await openTab(page, tab)
    await note(`the tab ${tab}`)
  }
  const sheet = page.getByRole('dialog')
  if ((await sheet.count()) > 0) await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  for (const [place, name] of dialogs) {
    await goTo(page, place)
    await button(page, name).first().click()
    await sheet.waitFor()
    await note(`the dialog ${String(name)}`)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  }
  return findings
}

describe('on every screen and in every dialog', needs('browser'), () => {
  it.each(sizes)(
    'of %s everything is in reach, in the order of Tab, large enough to press, and axe finds nothing',
    async (_name, size) => {
      const page = await openDashboard(await difficultSandbox(), size)
      const findings = await everywhere(page, async () => [
        ...(await axeFindings(page)),
        ...(await page.evaluate(layoutFindings)),
      ])
      for (const place of places) {
        await goTo(page, place)
        findings.push(
          ...(await page.evaluate(orderFindings)).map((finding) => `${place}: ${finding}`),
          ...(await page.evaluate(focusFindings)).map((finding) => `${place}: ${finding}`),
        )
      }
      expect(findings).toEqual([])
    },
    3 * MINUTE,
  )

  it.each(looks)(
    'with %s axe finds nothing',
    async (_name, media) => {
      const page = await openDashboard(await difficultSandbox(), {
        viewport: { width: 1024, height: 768 },
        ...media,
      })
      expect(await everywhere(page, () => axeFindings(page))).toEqual([])
    },
    3 * MINUTE,
  )
})
