import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { openDashboard, useBrowser } from './browser.ts'
import { focusFindings, layoutFindings } from './everywhere/in-page.js'
import { axeFindings } from './everywhere/measures.ts'
import { button, unfoldBelow } from './page.ts'

useBrowser()

const readings = (page: Page) => page.getByText('Under other readings of the document')
const whatIf = (page: Page) => page.getByText('What if the service had …')
const table = (page: Page, name: string | RegExp) => page.getByRole('table', { name })
/** The cells of one part of two answers: its name, the answer that was given, the other one. */
const part = (page: Page, answers: string | RegExp, name: string) =>
  table(page, answers)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')

describe('other readings of the document', needs('browser'), () => {
  it('show a call that would have been answered otherwise, both answers side by side', async () => {
    const sandbox = await freshSandbox()
    const client = apiClient(sandbox)
    await client.create({ label: 'shop' })
    await client.list('?limit=500')
    const page = await openDashboard(sandbox, { place: 'default/story/req_2' })
    await readings(page).click()
    await page.getByRole('heading', { name: 'Is limit=0 or limit=101 malformed?' }).waitFor()
    await page.getByText('In use now: reject, the default.').waitFor()
    await page.getByText('Differs in status and body').waitFor()
    const [actual, other] = await part(page, /clamp/, 'Status').allTextContents()
    expect([actual, other]).toEqual(['400 Malformed request', '200 Aliases listed'])
    const body = part(page, /clamp/, 'Body')
    expect(await body.first().locator('mark').allTextContents()).toEqual([
      expect.stringContaining('limit is 500'),
    ])
    await body.last().getByText('"label": "shop"').waitFor()
  })

  it('can be used from now on, taken back, and brought back to the default', async () => {
    const sandbox = await freshSandbox()
    const client = apiClient(sandbox)
    await client.list('?limit=500')
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await readings(page).click()
    const use = page.getByRole('button', { name: /^Use this reading: clamp/ })
    await use.click()
    await page.getByText('✓ in use').waitFor()
    await page.getByText('In use now: clamp, not the default (reject).').waitFor()
    expect((await client.list('?limit=500')).status).toBe(200)
    await button(page, /^Undo/).click()
    await use.waitFor()
    expect((await client.list('?limit=500')).status).toBe(400)
    await use.click()
    await page.getByRole('button', { name: /^Back to the default: reject/ }).click()
    await page.getByText('In use now: reject, the default.').waitFor()
    expect((await client.list('?limit=500')).status).toBe(400)
  })

  it('that a colleague uses meanwhile are marked as in use', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list('?limit=500')
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await readings(page).click()
    await page.getByText('In use now: reject, the default.').waitFor()
    await controlClient(sandbox).do('set_choices', { limit_out_of_range: 'clamp' })
    await page.getByText('✓ in use').waitFor()
  })

  it('cannot be used if the sandbox was started with another one, and the page says so', async () => {
    const sandbox = await freshSandbox({ overrides: { choices: { limit_out_of_range: 'clamp' } } })
    const client = apiClient(sandbox)
    await client.list('?limit=500')
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await readings(page).click()
    const use = page.getByRole('button', { name: /^Use this reading: reject/ })
    await expect.poll(() => use.getAttribute('aria-disabled')).toBe('true')
    await page
      .getByText(/^In use now: clamp\. The sandbox was started with a reading of its own/)
      .waitFor()
    await use.click({ force: true })
    expect((await client.list('?limit=500')).status).toBe(200)
  })

  it('in use are told on a call that does not depend on them, too, with the way back', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('set_choices', { page_size: 10 })
    await apiClient(sandbox).create({})
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await readings(page).click()
    await page.getByText('In use now: 10, not the default (20).').waitFor()
    await page.getByRole('button', { name: /^Back to the default: 20/ }).click()
    await page.getByText('In use now: 10, not the default (20).').waitFor({ state: 'detached' })
    const { body } = await controlClient(sandbox).send('GET', 'choices')
    expect(body['choices']).toContainEqual(expect.objectContaining({ id: 'page_size', value: 20 }))
  })

  it('that would change nothing are said to change nothing', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('arm_fault', { kind: 'drop_before' })
    await apiClient(sandbox)
      .list()
      .catch(() => {})
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await readings(page).click()
    await page
      .getByText('No other reading of the document would have changed the answer to this call.')
      .waitFor()
  })

  it('of a call that is gone meanwhile are not told, and one can try again', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list()
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await readings(page).waitFor()
    await controlClient(sandbox).send('DELETE', 'accounts/default/requests')
    await readings(page).click()
    await page.getByText(/The sandbox cannot tell: .*req_1/).waitFor()
    await button(page, 'Try again').click()
    await page.getByText(/The sandbox cannot tell: .*req_1/).waitFor()
  })

  it.each([360, 390])('stand below each other at %i px, whatever a label holds', async (width) => {
    const sandbox = await freshSandbox({ scenario: 'pro' })
    const client = apiClient(sandbox)
    const labels = [
      '<img src=x onerror=alert(1)>',
      `\u202Eرسالة ${'x'.repeat(10_000)}`,
      '😀'.repeat(900),
    ]
    for (const label of labels) await client.create({ label })
    await client.list()
    const viewport = { width, height: 800 }
    const page = await openDashboard(sandbox, { place: 'default/story/req_4', viewport })
    await readings(page).click()
    const heading = page.getByRole('heading', { name: 'In which order are aliases listed?' })
    await heading.waitFor()
    for (const summary of await page.getByText(/^Differs in/).all()) await unfoldBelow(summary)
    const cells = part(page, /oldest first/, 'Body')
    const [actual, other] = await Promise.all([
      cells.first().boundingBox(),
      cells.last().boundingBox(),
    ])
    expect(other!.y).toBeGreaterThanOrEqual(actual!.y + actual!.height)
    const more = button(page, /^Show all \d+ lines$/)
    while ((await more.count()) > 0) await more.first().click()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
    expect(await page.locator('main img').count()).toBe(0)
  })
})

describe('what if the service had …', needs('browser'), () => {
  it('shows the answer to this call under a burst limit, and brings it about for the next one', async () => {
    const sandbox = await freshSandbox()
    const client = apiClient(sandbox)
    await client.create({ label: 'shop' })
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await whatIf(page).click()
    await page.getByLabel('Outcome to try').selectOption({ label: 'Too many calls this minute' })
    const headers = part(page, /Too many calls/, 'Headers')
    expect(await headers.last().textContent()).toMatch(/retry-after: 60/i)
    await button(page, 'Break it so next time').click()
    await page.getByText('Armed for the next creation.').waitFor()
    expect((await client.list()).status).toBe(200)
    expect((await client.create({})).status).toBe(429)
    await page.getByText('Armed for the next creation.').waitFor({ state: 'detached' })
    expect((await client.create({})).status).toBe(200)
  })

  it('arms an answer that gets lost once, however often one presses, and leads to what is armed', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list()
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await whatIf(page).click()
    await page.getByLabel('Outcome to try').selectOption('drop_after')
    await page.getByText(/The call takes effect, but the connection closes/).waitFor()
    await button(page, 'Break it so next time').click()
    await page.getByText('Armed for the next list call.').waitFor()
    await button(page, 'Break it so next time').click({ force: true })
    await page.getByRole('link', { name: 'See what is armed' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect((await controlClient(sandbox).account()).faults).toMatchObject([
      { kind: 'drop_after', operation: 'list', times: 1 },
    ])
  })

  it.each([
    ['created', 'Alias created', /No fault can force success/],
    ['bad_request', 'Malformed request', /the service refuses what is malformed/],
  ])('says of %s why no fault can force it', async (_outcome, label, why) => {
    const sandbox = await freshSandbox({ scenario: 'past_due' })
    await apiClient(sandbox).create({})
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await whatIf(page).click()
    await page.getByLabel('Outcome to try').selectOption({ label })
    await page.getByText(why).last().waitFor()
    const arm = button(page, 'Break it so next time')
    await expect.poll(() => arm.getAttribute('aria-disabled')).toBe('true')
  })

  it('offers for a list nothing that only a creation can meet', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list()
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await whatIf(page).click()
    await page.getByLabel('Outcome to try').selectOption('collision')
    const reason = page.getByText('Only the creation of an alias can meet this.')
    await reason.and(page.locator(':not(.unseen)')).waitFor()
    expect(await button(page, 'Break it so next time').getAttribute('aria-disabled')).toBe('true')
  })
})

describe.each([
  ['light', 820],
  ['dark', 1_440],
] as const)('in %s colours at %i px', needs('browser'), (colorScheme, width) => {
  it('other answers have no findings, stand side by side, and all of them are in reach', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create({ label: 'shop' })
    await apiClient(sandbox).list('?limit=500')
    const viewport = { width, height: 900 }
    const page = await openDashboard(sandbox, {
      place: 'default/story/req_2',
      viewport,
      colorScheme,
    })
    await readings(page).click()
    await whatIf(page).click()
    await page.getByLabel('Outcome to try').selectOption('burst')
    await table(page, /Too many calls/).waitFor()
    const body = part(page, /clamp/, 'Body')
    const [actual, other] = await Promise.all([
      body.first().boundingBox(),
      body.last().boundingBox(),
    ])
    expect([other!.y, other!.x > actual!.x]).toEqual([actual!.y, true])
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(layoutFindings)).toEqual([])
    expect(await page.evaluate(focusFindings)).toEqual([])
  })
})

it('a body of 100 kB is cut, and shown as a whole when asked for', needs('browser'), async () => {
  const sandbox = await freshSandbox()
  await apiClient(sandbox).create({ note: `${'n'.repeat(99_000)}end` })
  const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
  const request = page.getByRole('region', { name: 'Request' })
  await request.waitFor()
  expect(await request.getByText(/nend/).count()).toBe(0)
  await request.getByRole('button', { name: /^Show all 99,\d+ characters$/ }).click()
  await request.getByText(/nend/).waitFor()
  await request.getByRole('button', { name: 'Show less' }).click()
  await request.getByText(/nend/).waitFor({ state: 'detached' })
})
