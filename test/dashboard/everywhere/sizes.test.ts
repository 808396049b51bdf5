import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sampleLocales } from '../../../src/contract/scenario/sample-data.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { livedInSandbox, places } from '../lived-in.ts'
import { focusFindings, layoutFindings, orderFindings, usedWidth } from './in-page.js'
import { axeFindings, goTo } from './measures.ts'

useBrowser()

const MINUTE = 60_000

/** Each width at which somebody uses the page; the last is a window of 1,280 px at 200 %. */
const sizes = [
  ['a small phone', { viewport: { width: 360, height: 740 } }],
  ['a phone', { viewport: { width: 390, height: 844 } }],
  ['a tablet', { viewport: { width: 768, height: 1024 } }],
  ['a larger tablet', { viewport: { width: 820, height: 1180 } }],
  ['a small window', { viewport: { width: 1024, height: 768 } }],
  ['a window', { viewport: { width: 1440, height: 900 } }],
  ['a large screen', { viewport: { width: 2560, height: 1440 } }],
  ['a window at 200 %', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
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

/** The findings on each screen, with its place. */
async function onEach(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const findings: string[] = []
  for (const place of places) {
    await goTo(page, place)
    findings.push(...(await look()).map((finding) => `${place}: ${finding}`))
  }
  return findings
}

describe('on every screen', needs('browser'), () => {
  it.each(sizes)(
    'of %s everything is in reach, in the order of Tab, large enough to press, and axe finds nothing',
    async (_name, size) => {
      const page = await openDashboard(await difficultSandbox(), size)
      const isLarge = size.viewport.width === 2560
      const findings = await onEach(page, async () => [
        ...(await axeFindings(page)),
        ...(await page.evaluate(layoutFindings)),
        ...(await page.evaluate(orderFindings)),
        ...(await page.evaluate(focusFindings)),
        ...(isLarge && (await page.evaluate(usedWidth)) < 0.9 ? ['leaves an empty band'] : []),
      ])
      expect(findings).toEqual([])
    },
    2 * MINUTE,
  )

  it.each([640, 720, 768, 820, 999])(
    'the head is one line at %i px, though an account has a long name',
    async (width) => {
      const sandbox = await livedInSandbox()
      const name = 'a'.repeat(40)
      await controlClient(sandbox).send('POST', 'accounts', { name })
      const place = `${name}/overview`
      const page = await openDashboard(sandbox, { place, viewport: { width, height: 900 } })
      await page.getByText('Live', { exact: true }).waitFor()
      expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThanOrEqual(61)
    },
  )

  it.each([
    ['dark colours', { colorScheme: 'dark' }],
    ['more contrast', { contrast: 'more' }],
    ['forced colours', { forcedColors: 'active' }],
    ['less motion', { reducedMotion: 'reduce' }],
  ] as const)(
    'with %s axe finds nothing',
    async (_name, media) => {
      const page = await openDashboard(await difficultSandbox(), {
        viewport: { width: 1024, height: 768 },
        ...media,
      })
      const findings = await onEach(page, async () => [
        ...(await axeFindings(page)),
        ...(await page.evaluate(layoutFindings)),
      ])
      expect(findings).toEqual([])
    },
    2 * MINUTE,
  )
})
