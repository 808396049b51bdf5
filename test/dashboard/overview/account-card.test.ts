import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, card, choose, createPrediction, message, setUsed, unfold } from '../page.ts'

useBrowser()

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const
const frozen = { with: { clock } } as const

const billing = (page: Page) => card(page, 'Plan and billing')

describe('trial ends, card fails, settle, works again', needs('browser'), () => {
  it('takes 5 presses from a paid account, without docs', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, { viewport: { width: 1440, height: 900 } })
    const next = createPrediction(page)
    let presses = 0
    const press = async (name: string | RegExp) => {
      presses += 1
      await button(page, name).click()
    }
    await press('Cancel plan')
    await billing(page).getByText('Canceled', { exact: true }).waitFor()
    await press('Start trial')
    await billing(page)
      .getByText('In 7 days (2026-03-08) the trial ends and $4 is charged.')
      .waitFor()
    await press('Fail the payment')
    await billing(page)
      .getByText(
        'In 7 days (2026-03-08) the trial ends and $4 is charged; the card will be declined, so the payment will fail.',
      )
      .waitFor()
    await press('Go there: the trial ends')
    await next.getByText('403').waitFor()
    expect((await apiClient(sandbox).create({})).code).toBe('plan_past_due')
    await press('Settle invoice')
    await next.getByText('200', { exact: true }).waitFor()
    expect((await apiClient(sandbox).create({})).status).toBe(200)
    expect(presses).toBe(5)
  })

  it('takes 4 presses from a trial, on a phone', async () => {
    const sandbox = await freshSandbox({ ...frozen, scenario: 'trial' })
    const page = await openDashboard(sandbox, { viewport: { width: 390, height: 844 } })
    const next = createPrediction(page)
    await unfold(page, 'Plan and billing')
    await button(page, 'Decline next charge').click()
    await billing(page).getByText('Will be declined', { exact: true }).waitFor()
    await button(page, 'Go there: the trial ends').click()
    await next.getByText('403').waitFor()
    await billing(page).getByText('Declined', { exact: true }).waitFor()
    await message(page, 'The trial ended, and the card was declined.').waitFor()
    await button(page, 'Settle invoice').click()
    await next.getByText('200', { exact: true }).waitFor()
  })
})

describe('the account card', needs('browser'), () => {
  it.each<[string, Scenario, string]>([
    ['plus', {}, 'In 31 days (2026-04-01) the plan renews and $2 is charged.'],
    [
      'renewal_fails',
      {},
      'In 1 h (13:00:00 UTC) the plan renews and $2 is charged; the card will be declined, so the payment will fail.',
    ],
    ['trial', {}, 'In 7 days (2026-03-08) the trial ends and $2 is charged.'],
    [
      'trial',
      { choices: { trial_end: 'free' } },
      'In 7 days (2026-03-08) the trial ends, and the account moves to Free.',
    ],
    [
      'trial',
      { choices: { trial_end: 'canceled' } },
      'In 7 days (2026-03-08) the trial ends, and the plan is canceled.',
    ],
    ['past_due', {}, 'Calls are refused until the invoice is settled.'],
    ['canceled', {}, 'Calls are refused until a plan is bought.'],
    [
      'canceled',
      { choices: { canceled_becomes_free: 'after_30_days' } },
      'Calls are refused. In 30 days (2026-03-31) the account moves to Free.',
    ],
    ['free', {}, 'Nothing is charged on Free.'],
  ])('in scenario %s says what happens next: %j', async (scenario, over, sentence) => {
    const sandbox = await freshSandbox({ scenario, with: { clock, ...over } })
    const page = await openDashboard(sandbox, { viewport: { width: 768, height: 1024 } })
    await billing(page).getByText(sentence, { exact: true }).waitFor()
  })

  it('keeps what it says about a yearly plan, and buys one after a cancellation', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, { viewport: { width: 1024, height: 768 } })
    const form = billing(page)
    await form.getByText('$2 a month').waitFor()
    expect(await form.getByRole('combobox', { name: 'Paid' }).isDisabled()).toBe(true)
    await button(page, 'Cancel plan').click()
    await message(page, 'The plan was canceled. Undo brings it back.').waitFor()
    await choose(form, 'Paid', 'yearly')
    await form.getByRole('combobox', { name: 'Plan' }).selectOption('pro')
    await button(page, 'Change plan').click()
    await form.getByText('$36 a year').waitFor()
    await form.getByText('(2027-03-01) the plan renews and $36 is charged.').waitFor()
    await message(page, 'Pro was bought, paid yearly.').waitFor()
  })

  it('switches the card for the next charge to and fro, and pays with a good one', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, { viewport: { width: 820, height: 1180 } })
    await button(page, 'Decline next charge').click()
    await billing(page).getByText('Will be declined', { exact: true }).waitFor()
    expect((await apiClient(sandbox).list()).status).toBe(200)
    await button(page, 'Update card').click()
    await billing(page).getByText('Good', { exact: true }).waitFor()
    await button(page, 'Go there: the plan renews').click()
    await message(page, 'The plan was renewed and $2 was charged.').waitFor()
    expect((await apiClient(sandbox).list()).status).toBe(200)
  })

  it('is undone as it was: a revoked key works again', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    await button(page, 'Revoke key').click()
    await message(page, 'The API key was revoked. Undo brings it back.').waitFor()
    await card(page, 'Connect your client').getByText('calls with it get 401').waitFor()
    await button(page, /^Undo/).first().click()
    await createPrediction(page).getByText('200', { exact: true }).waitFor()
    expect((await apiClient(sandbox).list()).status).toBe(200)
  })
})

describe('the limits', needs('browser'), () => {
  it('are grouped numbers, and are set to any number', async () => {
    const sandbox = await freshSandbox({ ...frozen, scenario: 'pro' })
    const page = await openDashboard(sandbox, { viewport: { width: 360, height: 740 } })
    const limits = card(page, 'Limits')
    await setUsed(page, 'Messages this month', 14_999)
    await limits.getByText('of 15,000', { exact: true }).waitFor()
    await limits.getByText('new month in 31 days').waitFor()
    await expect
      .poll(() => limits.getByLabel('Used messages this month').inputValue())
      .toBe('14,999')
    await setUsed(page, 'Calls this minute', 59)
    await limits.getByText('new minute in 60 s').waitFor()
    await setUsed(page, 'Aliases created today', 200)
    await limits.getByText('new day in 12 h').waitFor()
    await createPrediction(page).getByText('Too many aliases today').waitFor()
  })

  it('are dragged, and set by the arrow keys', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    const bar = page.getByRole('slider', { name: 'Used of aliases created today' })
    await bar.scrollIntoViewIfNeeded()
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
    await bar.press('Home')
    await message(page, 'Limits were set: 0 aliases today.').waitFor()
  })

  it('explain a wrong number and send nothing', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, { viewport: { width: 2560, height: 1300 } })
    const field = card(page, 'Limits').getByLabel('Used aliases created today')
    for (const text of ['-1', '1.5', 'ten', '51', '<b>1</b>', '\u202e12']) {
      await field.fill(text)
      await page.keyboard.press('Enter')
      await card(page, 'Limits').getByText('Enter a whole number from 0 to 50').waitFor()
    }
    await field.fill('')
    await page.keyboard.press('Enter')
    await card(page, 'Limits').getByText('Enter a whole number from 0 to 50').waitFor()
    expect((await controlClient(sandbox).account()).usage.daily.used).toBe(0)
  })
})

/** Each button of plan, card and key that cannot work, with the reason that a screen reader hears. */
async function refusedButtons(page: Page): Promise<Record<string, string>> {
  const refused = page.locator(
    ':is([aria-labelledby=billing], [aria-labelledby=connect]) button[aria-disabled=true]',
  )
  const pairs = (await refused.all()).map(async (each) => {
    const reason = page.locator(`[id="${await each.getAttribute('aria-describedby')}"]`)
    return [await each.innerText(), await reason.textContent()] as const
  })
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>
}

const noInvoice = 'There is no open invoice.'
const nothingCharged = 'This account has no subscription, so nothing is charged.'

describe('a button that cannot work', needs('browser'), () => {
  it.each([
    ['plus', { 'Settle invoice': noInvoice, 'Start trial': 'This account already has a plan.' }],
    [
      'past_due',
      {
        'Fail the payment': 'A payment has already failed.',
        'Decline next charge': 'A payment has already failed.',
        'Change plan': 'The card on file is declined; use “Update card” first.',
        'Start trial': 'This account already has a plan.',
      },
    ],
    [
      'canceled',
      {
        'Fail the payment': nothingCharged,
        'Decline next charge': nothingCharged,
        'Settle invoice': noInvoice,
        'Start trial': 'This account has already used its trial.',
        'Cancel plan': 'There is no subscription to cancel.',
      },
    ],
    [
      'free',
      {
        'Fail the payment': nothingCharged,
        'Decline next charge': nothingCharged,
        'Settle invoice': noInvoice,
        'Cancel plan': 'There is no subscription to cancel.',
        'Rotate key': 'A Free account cannot create API keys.',
      },
    ],
    [
      'key_revoked',
      {
        'Settle invoice': noInvoice,
        'Start trial': 'This account already has a plan.',
        'Revoke key': 'The key is already revoked.',
      },
    ],
  ])('in scenario %s says why', async (scenario, reasons) => {
    const sandbox = await freshSandbox({ ...frozen, scenario })
    const page = await openDashboard(sandbox)
    await expect.poll(() => refusedButtons(page)).toEqual(reasons)
  })

  it('says why below itself when it is pointed at, focused or pressed, and does nothing', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await unfold(page, 'Plan and billing')
    const settle = button(page, 'Settle invoice')
    const below = billing(page).locator('p.reason')
    await expect.poll(() => settle.getAttribute('aria-disabled')).toBe('true')
    await settle.hover()
    await below.getByText('There is no open invoice.').waitFor()
    await page.mouse.move(0, 0)
    await settle.focus()
    await page.keyboard.press('Enter')
    await below.getByText('There is no open invoice.').waitFor()
    await button(page, 'Start trial').tap({ force: true })
    await below.getByText('This account already has a plan.').waitFor()
    const { body } = await controlClient(sandbox).send('GET', 'accounts/default/history')
    expect(JSON.stringify(body)).not.toMatch(/settle_invoice|start_trial/)
  })

  it('takes its reason away when the tester leaves it, and is named by it', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    const settle = button(page, 'Settle invoice')
    const reason = billing(page).getByText('“Settle invoice”: There is no open invoice.')
    await expect.poll(() => settle.getAttribute('aria-disabled')).toBe('true')
    const ways: [press: () => Promise<void>, leave: () => Promise<void>][] = [
      [() => settle.press('Enter'), () => page.keyboard.press('Escape')],
      [() => settle.press('Enter'), () => page.getByLabel('Used calls this minute').focus()],
      [() => settle.hover(), () => card(page, 'Limits').hover()],
      // Last, since what it arms moves the cards.
      [() => settle.click({ force: true }), () => button(page, 'Slow by 3 s').click()],
    ]
    for (const [press, leave] of ways) {
      await press()
      await reason.waitFor()
      await leave()
      await reason.waitFor({ state: 'detached' })
    }
  })

  it('is no list either: how a running plan is paid says why it stays so', async () => {
    const page = await openDashboard(await freshSandbox(frozen))
    const paid = billing(page).getByRole('combobox', { name: 'Paid' })
    await paid.focus()
    await page.keyboard.press('ArrowDown')
    await billing(page).getByText('“Paid”: An active plan keeps its billing cycle.').waitFor()
    expect(await paid.inputValue()).toBe('monthly')
    await button(page, 'Cancel plan').click()
    await paid.selectOption('yearly')
    await billing(page).getByText('“Paid”').waitFor({ state: 'detached' })
  })

  it('works as soon as it can, after what a colleague does', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    const settle = button(page, 'Settle invoice')
    await expect.poll(() => settle.getAttribute('aria-disabled')).toBe('true')
    await controlClient(sandbox).do('fail_payment')
    await expect.poll(() => settle.getAttribute('aria-disabled')).toBe('false')
    await settle.click()
    await expect.poll(() => settle.getAttribute('aria-disabled')).toBe('true')
    expect((await apiClient(sandbox).list()).status).toBe(200)
  })
})
