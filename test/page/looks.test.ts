import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { axeFindings } from '../dashboard/everywhere/measures.ts'
import { needs } from '../support/tools/needs.ts'
import { casesPage, carelessSandbox, reportPage, sessionPage } from './pages.ts'
import { pagesInBrowser } from './pages-in-browser.ts'

const { openPage } = pagesInBrowser()

describe('a page looks right', needs('browser'), () => {
  const sizes = [390, 820, 1440]
  const places = ['#/default/result', '#/default/live', '#req_3', '#/default/inbox', '#/default/report']
  it.each(['light', 'dark'] as const)('in %s colours: axe finds nothing, nothing is too wide', async (colorScheme) => {
    const html = reportPage()
    for (const width of sizes) {
      for (const hash of places) {
        const page = await openPage(html, { hash, colorScheme, viewport: { width, height: 844 } })
        await page.getByText(/^etiquette: 1 of|All answers are as recorded/).first().waitFor()
        expect(await axeFindings(page), `${hash} at ${width}`).toEqual([])
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect(wide, `${hash} at ${width}`).toBeLessThanOrEqual(width)
        await page.context().close()
      }
    }
  })
}) // prettier-ignore

describe('a page on paper', needs('browser'), () => {
  /** A sheet of A4, at the scale in which browsers print. */
  const viewport = { width: 794, height: 1123 }

  it('has the verdict and the failed cases on its first sheet, all groups open, and no buttons', async () => {
    const page = await openPage(casesPage(), { viewport })
    await page.getByRole('heading', { name: 'exec: One failed.' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.pdf() // the browser tells the page that it prints
    for (const text of ['exec: One failed.', 'It does not wait', 'exit 1']) {
      const { y } = (await page.getByText(text).first().boundingBox())!
      expect(y, text).toBeLessThan(viewport.height / 2)
    }
    await page.locator('#case-1').getByText('plus').first().waitFor()
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  })

  it('has why it was sent, what it shows and its history', async () => {
    const page = await openPage(sessionPage(carelessSandbox(), 'Why 503?'), { viewport })
    await page.getByText('All answers are as recorded.').waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const text of ['Why 503?', '4 requests, 2 actions, 1 mail', 'The account started']) {
      const { y } = (await page.getByText(text).first().boundingBox())!
      expect(y, text).toBeLessThan(viewport.height)
    }
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  })
})
