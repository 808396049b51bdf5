import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../../src/contract/faults.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, card, choose, line, message, unfold } from '../page.ts'

useBrowser()

const frozen = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

/** The sentence of what will be armed. */
const preview = (form: Locator) => form.locator('.preview')
const arm = (form: Locator) => form.getByRole('button', { name: 'Break it' }).click()
const cardOn = (page: Page) => card(page, 'Break it')

/** The form for what no button does. */
async function formOn(page: Page): Promise<Locator> {
  await unfold(page, 'Break it')
  await unfold(page, 'Something else')
  await cardOn(page).getByLabel('What goes wrong').waitFor()
  return cardOn(page)
}

describe('somebody who breaks it', needs('browser'), () => {
  it('reads the sentence first, arms a 503 for the next 2 creations, and watches them fail', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const form = await formOn(page)
    await choose(form, 'What goes wrong', 'outage')
    await choose(form, 'Which calls', 'create')
    await form.getByLabel('How many calls').fill('2')
    await preview(form)
      .getByText('Will be armed: the next 2 creations get 503 Service unavailable.')
      .waitFor()
    await arm(form)
    await form.getByText('applied 0 of 2 times').waitFor()
    const client = apiClient(sandbox)
    expect((await client.list()).status).toBe(200)
    expect((await client.create({})).status).toBe(503)
    await form.getByText('applied 1 of 2 times').waitFor()
    expect((await client.create({})).status).toBe(503)
    await form.getByText('Nothing is armed').waitFor()
    expect((await client.create({})).status).toBe(200)
    for (const id of ['req_2', 'req_3'])
      await line(page, id).getByText('Service unavailable').waitFor()
  })

  it('arms an answer of their own, whose JSON is checked while it is typed', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const form = await formOn(page)
    await choose(form, 'What goes wrong', 'answer')
    const body = form.getByLabel('Body, as JSON (empty: none)')
    await body.fill('{"message":')
    await form.getByText('This is not JSON yet').waitFor()
    await preview(form).getByText('Correct the marked field first').waitFor()
    await body.fill('{"message":"<b>full</b>"}')
    const headers = form.getByLabel('Headers, one per line (empty: none)')
    await headers.fill('Retry-After')
    await form.getByText('Enter one header per line').waitFor()
    await headers.fill('Retry-After: 7\nX-Tea: a: b\n')
    await form.getByLabel('Status', { exact: true }).fill('304')
    await form.getByText('An answer of status 304 has no body').waitFor()
    await form.getByLabel('Status', { exact: true }).fill('429')
    await preview(form)
      .getByText('Will be armed: the next call gets 429, an answer of your own.')
      .waitFor()
    await arm(form)
    await cardOn(page).getByText('applied 0 of 1 time').waitFor()
    const authorization = 'Bearer sandbox_default'
    const response = await fetch(`${sandbox.url}/v1/aliases`, { headers: { authorization } })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    expect(response.headers.get('x-tea')).toBe('a: b')
    expect(await response.json()).toEqual({ message: '<b>full</b>' })
    await line(page, 'req_1').getByText('Answer of your own').waitFor()
  })

  it('chooses for how long a 503 asks to wait', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const form = await formOn(page)
    await choose(form, 'What goes wrong', 'outage')
    await form.getByLabel('Retry-After (empty: as usual)').fill('0')
    await form.getByText('Enter a whole number from 1 to 86,400').waitFor()
    await form.getByLabel('Retry-After (empty: as usual)').fill('5')
    await preview(form).getByText('Retry-After is always 5.').waitFor()
    await arm(form)
    await cardOn(page).getByText('applied 0 of 1 time').waitFor()
    const { faults } = await controlClient(sandbox).account()
    expect(faults).toMatchObject([{ kind: 'outage', retry_after: 5 }])
  })

  it('gets a 429 for 20 seconds whose Retry-After counts down, on a phone', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, { viewport: { width: 390, height: 844 } })
    await unfold(page, 'Break it')
    await button(page, '429 for 20 s').click()
    await cardOn(page).getByText('applied 0 times, ends in 20 s').waitFor()
    const client = apiClient(sandbox)
    expect(await client.list()).toMatchObject({ status: 429, retryAfter: '20' })
    await controlClient(sandbox).do('advance_clock', { by: '15s' })
    await cardOn(page).getByText('applied 1 time, ends in 5 s').waitFor()
    expect(await client.list()).toMatchObject({ status: 429, retryAfter: '5' })
    await controlClient(sandbox).do('advance_clock', { by: '5s' })
    await cardOn(page).getByText('Nothing is armed').waitFor()
    expect((await client.list()).status).toBe(200)
  })

  it('is told in the form that Retry-After counts down, and when the time does not pass by itself', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, { viewport: { width: 768, height: 1024 } })
    const form = await formOn(page)
    await choose(form, 'What goes wrong', 'burst')
    await choose(form, 'How long', 'for')
    const length = form.getByLabel('For', { exact: true })
    expect((await length.boundingBox())!.width).toBeGreaterThan(55)
    await length.fill('45')
    await preview(form)
      .getByText('Will be armed: for 45 seconds, every call gets 429 Too many calls this minute.')
      .waitFor()
    await preview(form).getByText('Retry-After counts down from 45.').waitFor()
    await preview(form).getByText('clock is stopped').waitFor()
    await choose(form, 'Unit of time', 'm')
    await preview(form).getByText('counts down in the last minute').waitFor()
    await form.getByLabel('At most calls (empty: all)').fill('2')
    await preview(form)
      .getByText('Will be armed: for 45 minutes, at most 2 calls get 429')
      .waitFor()
    await arm(form)
    await form.getByText('applied 0 of 2 times, ends in 45 min').waitFor()
    const { faults } = await controlClient(sandbox).account()
    expect(faults).toMatchObject([{ kind: 'burst', times: 2, ends_at: '2026-03-01T12:45:00.000Z' }])
  })

  it('watches the time of something armed run out without a call or a reload', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('resume_clock', { scale: 4 }) // seen before its five seconds are over
    const page = await openDashboard(sandbox)
    await button(page, '429 for 20 s').click()
    await button(page, /^Stop: until /).waitFor()
    await cardOn(page).getByText('Nothing is armed').waitFor()
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
      const plan = (await preview(form).textContent()) ?? ''
      const [, sentence] = /^Will be armed: the (next [^_.]+\.)/.exec(plan) ?? []
      await arm(form)
      await form.getByRole('listitem').nth(index).getByText(`The ${sentence}`).waitFor()
    }
    const { faults } = await controlClient(sandbox).account()
    expect(faults.map(({ kind }) => kind)).toEqual(kinds)
    await button(page, 'Stop all').click()
    await form.getByText('Nothing is armed').waitFor()
  })

  it('says how slow, which status, whether the call takes effect, and how many calls pass first', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { viewport: { width: 1024, height: 768 } })
    const form = await formOn(page)
    await choose(form, 'What goes wrong', 'delay')
    await form.getByLabel('Slow by', { exact: true }).fill('1.5')
    await form.getByLabel('Calls that pass first').fill('4')
    await preview(form)
      .getByText('Will be armed: the next call after 4 that pass is answered 1.5 seconds late.')
      .waitFor()
    await arm(form)
    await choose(form, 'What goes wrong', 'server_error')
    await choose(form, 'Status', '504')
    await choose(form, 'Does the call take effect?', 'yes')
    await form.getByLabel('Calls that pass first').fill('1')
    await preview(form)
      .getByText(
        'Will be armed: the next call after 1 that passes takes effect, but gets 504 Server error.',
      )
      .waitFor()
    await arm(form)
    await choose(form, 'What goes wrong', 'garbage')
    await form.getByLabel('Status of the page').fill('599')
    await choose(form, 'Which calls', 'list')
    await choose(form, 'How long', 'always')
    await arm(form)
    const faultsArmed = async () => (await controlClient(sandbox).account()).faults
    await expect.poll(faultsArmed).toHaveLength(3)
    await form
      .getByText(
        /^Until you stop it, every list call after the next 1 gets the error page of a proxy/,
      )
      .waitFor()
    expect(await faultsArmed()).toMatchObject([
      { kind: 'delay', ms: 1_500, skip: 4, times: 1, operation: 'any' },
      { kind: 'server_error', status: 504, after: true, skip: 1 },
      { kind: 'garbage', status: 599, operation: 'list', times: 'always' },
    ])
  })

  it('loses one answer at one press: the alias exists, the client does not know', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await button(page, 'Next answer gets lost').click()
    await button(page, /^Stop: the next call takes effect, but its answer gets lost$/).waitFor()
    await expect(apiClient(sandbox).create({ label: 'lost' })).rejects.toThrow()
    await cardOn(page).getByText('Nothing is armed').waitFor()
    expect((await apiClient(sandbox).list()).aliases).toMatchObject([{ label: 'lost' }])
  })

  it('reads what comes before it, and that it is still to come', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    await button(page, 'Next call fails with 503').click()
    await message(page, 'Armed: the next call gets 503 Service unavailable.').waitFor()
    expect(await page.getByText('Not yet').count()).toBe(0)
    await button(page, 'Fail the payment').click()
    await page.getByText('Not yet: before that, the next call gets 403 Payment failed.').waitFor()
    expect((await apiClient(sandbox).create({})).code).toBe('plan_past_due')
    await button(page, 'Settle invoice').click()
    await page.getByText('Not yet').waitFor({ state: 'detached' })
    expect((await apiClient(sandbox).create({})).status).toBe(503)
  })

  it('stops what is armed before it fires', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { viewport: { width: 820, height: 1180 } })
    await button(page, 'Next call fails with 503').click()
    await button(page, 'Stop: the next call gets 503 Service unavailable').click()
    await message(page, '1 armed fault was stopped.').waitFor()
    expect((await apiClient(sandbox).create({})).status).toBe(200)
  })

  it.each([
    [
      'How many calls',
      'next',
      ['', '0', '-1', '1.5', '1,5', '1000001', 'abc', '٣', '9'.repeat(100)],
    ],
    ['For', 'for', ['', '0', '1e3', '  ']],
    ['At most calls (empty: all)', 'for', ['0', 'x']],
    ['Calls that pass first', 'next', ['', '-1', '<img src=x onerror=alert(1)>']],
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
      expect((await controlClient(sandbox).account()).faults).toEqual([])
      await field.fill('3')
      await arm(form)
      await form.getByRole('button', { name: /^Stop: / }).waitFor()
    },
  )

  it.each([
    ['delay', 'Slow by', ['', '0', '601', '1,5'], '0.001'],
    ['garbage', 'Status of the page', ['', '199', '204', '304', '600'], '200'],
  ])('is told what is wrong with the argument of %s', async (kind, label, wrong, right) => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { viewport: { width: 1440, height: 900 } })
    const form = await formOn(page)
    await choose(form, 'What goes wrong', kind)
    for (const text of wrong) {
      await form.getByLabel(label, { exact: true }).fill(text)
      await form.getByText('Correct the marked field first').waitFor()
      await arm(form)
    }
    expect((await controlClient(sandbox).account()).faults).toEqual([])
    await form.getByLabel(label, { exact: true }).fill(right)
    await arm(form)
    await form.getByText('applied 0 of 1 time').waitFor()
  })

  it('arms two: both are listed, and stopped at once', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { viewport: { width: 2560, height: 1300 } })
    await button(page, 'Next call fails with 503').click()
    await page.getByText('Armed: the next call gets 503', { exact: false }).first().waitFor()
    await button(page, 'Next call fails with 503').click()
    await expect
      .poll(() => button(page, 'Stop: the next call gets 503 Service unavailable').count())
      .toBe(2)
    await button(page, 'Stop all').click()
    await message(page, '2 armed faults were stopped.').waitFor()
  })
})
