import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, choose, createPrediction, openTab, region, told, unfold } from '../page.ts'

useBrowser()

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const
const frozen = { with: { clock } } as const
const phone = { viewport: { width: 390, height: 844 } }

/** The plan and what became of its payment, as the strip says it. */
const plan = (page: Page) =>
  region(page, 'Now').getByRole('button', { name: /^(Free|Plus|Pro) · / })

describe('a payment that fails and is settled', needs('browser'), () => {
  it.each([
    ['in a window', {}],
    ['on a phone', phone],
  ])('takes a press each %s', async (_where, view) => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, view)
    await plan(page).click()
    const tab = page.getByRole('tabpanel')
    await button(tab, 'Fail the payment').click()
    await told(page, 'A payment failed.').waitFor()
    expect((await apiClient(sandbox).create({})).code).toBe('plan_past_due')
    await button(tab, 'Settle the invoice').click()
    await told(page, 'The open invoice was paid.').waitFor()
    expect((await apiClient(sandbox).create({})).status).toBe(200)
  })

  it('comes by itself at the end of a trial with a card that is declined', async () => {
    const sandbox = await freshSandbox({ ...frozen, scenario: 'trial' })
    const page = await openDashboard(sandbox)
    const tab = await openTab(page, 'Plan')
    await button(page, 'Decline next charge').click()
    await tab.getByText('Will be declined', { exact: true }).waitFor()
    await button(page, 'Go there: the trial ends').click()
    await told(page, 'The trial ended, and the card was declined.').waitFor()
    await createPrediction(page).getByText('403').waitFor()
    await button(tab, 'Settle the invoice').click()
    await createPrediction(page).getByText('200').waitFor()
  })

  it('is undone where it was pressed, and brought back', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    const tab = await openTab(page, 'Plan')
    await button(tab, 'Fail the payment').click()
    await button(tab, 'Undo').click()
    await told(page, 'Undone: A payment failed.').waitFor()
    expect((await controlClient(sandbox).account()).billing).toBe('active')
    await button(tab, 'Bring it back').click()
    await told(page, 'What was undone is back.').waitFor()
    expect((await controlClient(sandbox).account()).billing).toBe('past_due')
  })

  it('offers no undo any more after somebody else has done something', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    const tab = await openTab(page, 'Plan')
    await button(tab, 'Fail the payment').click()
    await button(tab, 'Undo').waitFor()
    await controlClient(sandbox).do('settle_invoice')
    await button(tab, 'Undo').waitFor({ state: 'detached' })
    await told(page, 'A payment failed.').waitFor({ state: 'detached' })
  })
})

describe('the plan', needs('browser'), () => {
  it.each<[string, Scenario, RegExp]>([
    ['plus', {}, /In 31 days \(2026-04-01\) the plan renews and \$2 is charged\./],
    ['renewal_fails', {}, /In 1 h .* renews and \$2 is charged; the card will be declined/],
    ['trial', {}, /In 7 days \(2026-03-08\) the trial ends and \$2 is charged\./],
    ['trial', { choices: { trial_end: 'free' } }, /the trial ends, and the account moves to Free/],
    ['trial', { choices: { trial_end: 'canceled' } }, /the trial ends, and the plan is canceled/],
    ['past_due', {}, /are refused until the invoice is settled/],
    ['canceled', {}, /are refused until a plan is bought/],
    [
      'canceled',
      { choices: { canceled_becomes_free: 'after_30_days' } },
      /In 30 days .* the account moves to Free/,
    ],
    ['free', {}, /Nothing is charged on Free/],
  ])('in scenario %s says what happens next: %j', async (scenario, over, sentence) => {
    const page = await openDashboard(await freshSandbox({ scenario, with: { clock, ...over } }))
    const tab = await openTab(page, 'Plan')
    await tab.getByText(sentence).waitFor()
  })

  it('keeps its billing cycle, and is bought yearly after it was canceled', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    const tab = await openTab(page, 'Plan')
    await unfold(tab, 'Another plan')
    expect(await tab.getByRole('combobox', { name: 'Paid' }).isDisabled()).toBe(true)
    await button(page, 'Cancel the plan').click()
    await told(page, 'The plan was canceled.').waitFor()
    await choose(tab, 'Paid', 'yearly')
    await choose(tab, 'Plan', 'pro')
    await button(page, 'Buy the plan').click()
    await told(page, 'Pro was bought, paid yearly.').waitFor()
    await tab.getByText('$36 a year').waitFor()
  })

  it.each([
    ['plus', { 'Settle the invoice': 'There is no open invoice.' }],
    [
      'past_due',
      {
        'Fail the payment': 'A payment has already failed.',
        'Decline next charge': 'A payment has already failed.',
      },
    ],
    ['free', { 'Cancel the plan': 'There is no subscription to cancel.' }],
  ])('in scenario %s says why something cannot be done', async (scenario, reasons) => {
    const sandbox = await freshSandbox({ ...frozen, scenario })
    const page = await openDashboard(sandbox)
    await openTab(page, 'Plan')
    for (const [name, reason] of Object.entries(reasons)) {
      const refused = button(page, name)
      await expect.poll(() => refused.getAttribute('aria-disabled')).toBe('true')
      await refused.press('Enter')
      await page.getByRole('alert').getByText(reason).waitFor()
    }
    expect((await controlClient(sandbox).account()).last_action).toBeNull()
  })

  it('can be settled as soon as a colleague has failed the payment', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    const tab = await openTab(page, 'Plan')
    const settle = button(tab, 'Settle the invoice')
    await expect.poll(() => settle.getAttribute('aria-disabled')).toBe('true')
    await controlClient(sandbox).do('fail_payment')
    await expect.poll(() => settle.getAttribute('aria-disabled')).toBe('false')
    await settle.click()
    await told(page, 'The open invoice was paid.').waitFor()
  })
})

describe('the limits', needs('browser'), () => {
  /** Types how much of a limit is used. */
  async function setUsed(page: Page, title: string, count: string): Promise<void> {
    const field = page.getByLabel(`Used ${title}`, { exact: true })
    await field.fill(count)
    await field.press('Enter')
  }

  it('are grouped numbers, and are set to any number', async () => {
    const sandbox = await freshSandbox({ ...frozen, scenario: 'pro' })
    const page = await openDashboard(sandbox, { viewport: { width: 360, height: 740 } })
    const tab = await openTab(page, 'Limits')
    await setUsed(page, 'messages this month', '14,999')
    await told(page, '14,999').waitFor()
    await tab.getByText('of 15,000').waitFor()
    await setUsed(page, 'requests this minute', '59')
    await tab.getByText('new minute in 60 s').waitFor()
    await setUsed(page, 'aliases created today', '200')
    await createPrediction(page).getByText('Too many aliases today').waitFor({ state: 'attached' })
  })

  it('are dragged, and set by the arrow keys', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    await openTab(page, 'Limits')
    const bar = page.getByRole('slider', { name: 'Used of aliases created today' })
    const box = (await bar.boundingBox())!
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + 9, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, y, { steps: 4 })
    expect((await controlClient(sandbox).account()).usage.daily.used).toBe(0)
    await page.mouse.move(box.x + box.width + 20, y, { steps: 4 })
    await page.mouse.up()
    await createPrediction(page).getByText('Too many aliases today').waitFor()
    await bar.press('ArrowLeft')
    await createPrediction(page).getByText('Alias created').waitFor()
    expect((await controlClient(sandbox).account()).usage.daily.used).toBe(49)
  })

  it('explain a wrong number and send nothing', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    const tab = await openTab(page, 'Limits')
    for (const text of ['-1', '1.5', 'ten', '51', '<b>1</b>', '\u202e12', '']) {
      await setUsed(page, 'aliases created today', text)
      await tab.getByText('Enter a whole number from 0 to 50').waitFor()
    }
    expect((await controlClient(sandbox).account()).usage.daily.used).toBe(0)
  })
})

describe('the clock', needs('browser'), () => {
  const shows = (page: Page, time: string) => region(page, 'Now').getByText(time).waitFor()

  it('moves by any number of minutes, hours or days', async () => {
    const page = await openDashboard(await freshSandbox(frozen))
    const tab = await openTab(page, 'Clock')
    await button(tab, '+ 30 s').click()
    await shows(page, '2026-03-01 12:00:30')
    await unfold(tab, 'Any time')
    await tab.getByRole('textbox', { name: 'Forward by' }).fill('125')
    await button(tab, 'Advance').click()
    await told(page, 'The clock is now 14:05:30.').waitFor()
    await tab.getByLabel('Unit of time').selectOption('d')
    await tab.getByRole('textbox', { name: 'Forward by' }).fill('3653')
    await tab.getByText('Enter a whole number from 1 to 3,652').waitFor()
    await tab.getByRole('textbox', { name: 'Forward by' }).fill('1')
    await page.keyboard.press('Enter')
    await shows(page, '2026-03-02 14:05:30')
    await button(tab, 'Undo').click()
    await shows(page, '2026-03-01 14:05:30')
  })

  it('says what is wrong with a time or a speed, and does not move', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, phone)
    const tab = await openTab(page, 'Clock')
    await unfold(tab, 'Any time')
    for (const text of ['', '0', '-5', '1.5', 'soon', '5259601', '<svg onload=alert(1)>']) {
      await tab.getByRole('textbox', { name: 'Forward by' }).fill(text)
      await tab.getByText('Enter a whole number from 1 to 5,259,600').waitFor()
      await button(tab, 'Advance').click()
    }
    for (const text of ['', '0', '0.0001', '1,5', 'fast', '1000001']) {
      await tab.getByLabel('Times as fast as real time').fill(text)
      await tab.getByText('Enter a number from 0.001 to 1,000,000').waitFor()
      await button(tab, 'Run at this speed').click()
    }
    const { clock: now } = await controlClient(sandbox).account()
    expect(now).toMatchObject({ now: '2026-03-01T12:00:00.000Z', mode: 'frozen', scale: 1 })
  })

  it('lists what is coming in words, and goes there', async () => {
    const timeline = [
      { at_call: 1, do: 'fail_payment' },
      { at_call: 3, operation: 'create', do: 'rotate_key' },
    ] as const
    const with_ = { clock, timeline: [...timeline] }
    const sandbox = await freshSandbox({ scenario: 'trial', with: with_ })
    await controlClient(sandbox).do('arm_fault', { kind: 'outage', for: '90s' })
    const page = await openDashboard(sandbox)
    await openTab(page, 'Clock')
    const rows = page.getByRole('list', { name: 'Coming events' }).getByRole('listitem')
    await rows.filter({ hasText: /before the next/ }).waitFor()
    await rows.filter({ hasText: 'before creation 3 from now' }).waitFor()
    await rows.filter({ hasText: '“Service unavailable” ends' }).waitFor()
    await button(page, 'Go there: Trial ends, 2026-03-08 12:00:00').click()
    await told(page, 'The trial ended and $2 was charged.').waitFor()
    await shows(page, '2026-03-08 12:00:00')
  })

  it('stops, and runs at any speed', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const tab = await openTab(page, 'Clock')
    await unfold(tab, 'Any time')
    await button(tab, 'Stop the clock').click()
    await shows(page, 'stopped')
    await tab.getByLabel('Times as fast as real time').fill('2500')
    await button(tab, 'Run at this speed').click()
    await shows(page, '× 2,500')
    await button(tab, 'Run at real speed').click()
    await expect
      .poll(async () => (await controlClient(sandbox).account()).clock)
      .toMatchObject({ mode: 'running', scale: 1 })
  })
})
