import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../../src/contract/faults.ts'
import type { RunningSandbox } from '../../../src/node/start.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, choose, line, openTab, told, unfold } from '../page.ts'

useBrowser()

const frozen = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

/** The form for what no button does. */
async function formOn(page: Page): Promise<Locator> {
  const tab = await openTab(page, 'Break')
  await unfold(tab, 'Something else')
  await tab.getByLabel('What goes wrong').waitFor()
  return tab
}

/** The faults that are armed, as the page lists them. */
const armed = (page: Page) => page.getByRole('list', { name: 'Armed' })
const arm = (form: Locator) => form.getByRole('button', { name: 'Break it' }).click()
const faultsOf = async (sandbox: RunningSandbox) => (await controlClient(sandbox).account()).faults

describe('somebody who breaks it', needs('browser'), () => {
  it('reads the sentence first, arms a 503 for the next 2 creations, and watches them fail', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const form = await formOn(page)
    await choose(form, 'What goes wrong', 'outage')
    await choose(form, 'Which requests', 'create')
    await form.getByLabel('How many requests').fill('2')
    await form.getByText('the next 2 creations get 503 Service unavailable.').waitFor()
    await arm(form)
    await armed(page).getByText('happened 0 of 2 times').waitFor()
    const client = apiClient(sandbox)
    expect((await client.list()).status).toBe(200)
    expect((await client.create({})).status).toBe(503)
    await armed(page).getByText('happened 1 of 2 times').waitFor()
    expect((await client.create({})).status).toBe(503)
    await armed(page).waitFor({ state: 'detached' })
    expect((await client.create({})).status).toBe(200)
    for (const id of ['req_2', 'req_3'])
      await line(page, id).getByText('Service unavailable').first().waitFor()
  })

  it('sees on every screen that something is armed, and is led to it', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('arm_fault', { kind: 'outage' })
    const page = await openDashboard(sandbox, { place: 'default/report' })
    await button(page, '1 armed').click()
    await armed(page)
      .getByRole('button', { name: /^Stop: the next/ })
      .click()
    await told(page, '1 armed fault was stopped.').waitFor()
    await button(page, '1 armed').waitFor({ state: 'detached' })
    expect((await apiClient(sandbox).create({})).status).toBe(200)
  })

  it('arms an answer of their own, whose JSON is checked while it is typed', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const form = await formOn(page)
    await choose(form, 'What goes wrong', 'answer')
    const body = form.getByLabel('Body, as JSON (empty: none)')
    await body.fill('{"message":')
    await form.getByText('This is not JSON yet').waitFor()
    await form.getByText('Correct the marked field first').waitFor()
    await body.fill('{"message":"<b>full</b>"}')
    const headers = form.getByLabel('Headers, one per line (empty: none)')
    await headers.fill('Retry-After')
    await form.getByText('Enter one header per line').waitFor()
    await headers.fill('Retry-After: 7\nX-Tea: a: b\n')
    await form.getByLabel('Status', { exact: true }).fill('304')
    await form.getByText('An answer of status 304 has no body').waitFor()
    await form.getByLabel('Status', { exact: true }).fill('429')
    await arm(form)
    await armed(page).getByText('happened 0 of 1 time').waitFor()
    const authorization = 'Bearer sandbox_default'
    const response = await fetch(`${sandbox.url}/v1/aliases`, { headers: { authorization } })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    expect(response.headers.get('x-tea')).toBe('a: b')
    expect(await response.json()).toEqual({ message: '<b>full</b>' })
    await line(page, 'req_1').getByText('Answer of your own').waitFor()
  })

  it('gets a 429 for 20 seconds whose Retry-After counts down, on a phone', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, { viewport: { width: 390, height: 844 } })
    await openTab(page, 'Break')
    await button(page, '429 for 20 s').click()
    await told(page, 'Armed: for 20 seconds').waitFor()
    await button(page, 'Close').click()
    await armed(page).getByText('happened 0 times, ends in 20 s').waitFor()
    const client = apiClient(sandbox)
    expect(await client.list()).toMatchObject({ status: 429, retryAfter: '20' })
    await controlClient(sandbox).do('advance_clock', { by: '15s' })
    await armed(page).getByText('happened 1 time, ends in 5 s').waitFor()
    expect(await client.list()).toMatchObject({ status: 429, retryAfter: '5' })
    await controlClient(sandbox).do('advance_clock', { by: '5s' })
    await armed(page).waitFor({ state: 'detached' })
    expect((await client.list()).status).toBe(200)
  })

  it('watches the time of something armed run out without a request or a reload', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('resume_clock', { scale: 4 }) // seen before its five seconds are over
    const page = await openDashboard(sandbox)
    await button(page, '429 for 20 s').click()
    await button(page, /^Stop: until /).waitFor()
    await armed(page).waitFor({ state: 'detached' })
  })

  it('can arm every kind of fault, each with a sentence without identifiers', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const form = await formOn(page)
    const kinds = await form
      .getByLabel('What goes wrong')
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))
    expect(kinds.toSorted()).toEqual([...faultKinds].toSorted())
    for (const [index, kind] of kinds.entries()) {
      await choose(form, 'What goes wrong', kind)
      await arm(form)
      await armed(page).getByRole('listitem').nth(index).waitFor()
    }
    const sentences = await armed(page).getByRole('listitem').allInnerTexts()
    expect(sentences.filter((each) => /[a-z]_[a-z\d]/.test(each))).toEqual([])
    expect((await faultsOf(sandbox)).map(({ kind }) => kind)).toEqual(kinds)
    await button(page, 'Stop all').click()
    await armed(page).waitFor({ state: 'detached' })
  })

  it('says how slow, which status, whether the request takes effect, and how many pass first', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { viewport: { width: 1024, height: 768 } })
    const form = await formOn(page)
    await choose(form, 'What goes wrong', 'delay')
    await form.getByLabel('Slow by', { exact: true }).fill('1.5')
    await form.getByLabel('Requests that pass first').fill('4')
    await arm(form)
    await choose(form, 'What goes wrong', 'server_error')
    await choose(form, 'Status', '504')
    await choose(form, 'effect?', 'yes')
    await form.getByLabel('Requests that pass first').fill('1')
    await arm(form)
    await choose(form, 'What goes wrong', 'garbage')
    await form.getByLabel('Status of the page').fill('599')
    await choose(form, 'Which requests', 'list')
    await choose(form, 'How long', 'always')
    await arm(form)
    await expect.poll(() => faultsOf(sandbox)).toHaveLength(3)
    expect(await faultsOf(sandbox)).toMatchObject([
      { kind: 'delay', ms: 1_500, skip: 4, times: 1, operation: 'any' },
      { kind: 'server_error', status: 504, after: true, skip: 1 },
      { kind: 'garbage', status: 599, operation: 'list', times: 'always' },
    ])
  })

  it('loses one answer at one press: the alias exists, the client does not know', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await button(page, 'Lose next answer').click()
    await armed(page).getByText('its answer gets lost').waitFor()
    await expect(apiClient(sandbox).create({ label: 'lost' })).rejects.toThrow()
    await armed(page).waitFor({ state: 'detached' })
    expect((await apiClient(sandbox).list()).aliases).toMatchObject([{ label: 'lost' }])
  })

  it('reads what comes before it, and that it is still to come', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    await button(page, 'Next request: 503').click()
    await armed(page).waitFor()
    expect(await page.getByText('Not yet').count()).toBe(0)
    await controlClient(sandbox).do('fail_payment')
    await armed(page)
      .getByText(/Not yet: before that, .* gets 403 Payment failed/)
      .waitFor()
    expect((await apiClient(sandbox).create({})).code).toBe('plan_past_due')
    await controlClient(sandbox).do('settle_invoice')
    await page.getByText('Not yet').waitFor({ state: 'detached' })
    expect((await apiClient(sandbox).create({})).status).toBe(503)
  })

  it.each([
    ['How many requests', 'next', ['', '0', '-1', '1.5', '1,5', '1000001', 'abc', '٣']],
    ['For', 'for', ['', '0', '1e3', '  ']],
    ['At most (empty: all)', 'for', ['0', 'x']],
    ['Requests that pass first', 'next', ['', '-1', '<img src=x onerror=alert(1)>']],
  ] as const)(
    'is told what is wrong with “%s”, and nothing is sent',
    async (label, extent, wrong) => {
      const sandbox = await freshSandbox()
      const page = await openDashboard(sandbox, { viewport: { width: 360, height: 740 } })
      const form = await formOn(page)
      await choose(form, 'How long', extent)
      const field = form.getByLabel(label, { exact: true })
      for (const text of wrong) {
        await field.fill(text)
        await form.getByText(/^Enter a whole number from /).waitFor()
        await arm(form)
        await form.locator('[aria-invalid="true"]:focus').waitFor()
      }
      expect(await faultsOf(sandbox)).toEqual([])
      await field.fill('3')
      await arm(form)
      await expect.poll(() => faultsOf(sandbox)).toHaveLength(1)
    },
  )
})
