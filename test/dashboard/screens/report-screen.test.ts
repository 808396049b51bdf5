import { describe, expect, it } from 'vitest'
import { rules } from '../../../src/report/report.ts'
import { situations, type Situation } from '../../../src/dashboard/screens/report/situations.ts'
import { apiClient, type ApiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, card, message } from '../page.ts'

useBrowser()

describe('the report tells for everything that can be missing how to meet it', () => {
  const caused = Object.entries(situations as Record<string, Situation>).flatMap(
    ([name, { cause }]) => (cause && name !== 'drop_after' ? [[name, cause] as const] : []),
  )

  it.each(caused)(
    'and its button leads to %s, from an account that works',
    async (outcome, cause) => {
      const sandbox = await freshSandbox()
      const control = controlClient(sandbox)
      const old = apiClient(sandbox)
      for (const [action, args] of cause.steps(await control.account())) {
        expect((await control.do(action, args)).status).toBe(200)
      }
      expect(cause.isReady(await control.account())).toBe(true)
      await makeCalls(old)
      const report = (await control.send('GET', 'report')).body as unknown as {
        coverage: { outcome: string; count: number }[]
      }
      expect(report.coverage.find((row) => row.outcome === outcome)?.count).toBeGreaterThan(0)
    },
  )

  it.each(['past_due', 'canceled', 'free', 'key_revoked', 'daily_cap_reached', 'outage_incident'])(
    'and calls work again from %s',
    async (scenario) => {
      const sandbox = await freshSandbox({ scenario })
      const control = controlClient(sandbox)
      const works = situations.created.cause!
      for (const [action, args] of works.steps(await control.account())) {
        expect((await control.do(action, args)).status).toBe(200)
      }
      const client = apiClient(sandbox, (await control.account()).api_key)
      expect([(await client.create({})).status, (await client.list()).status]).toEqual([200, 200])
    },
  )
})

async function makeCalls(client: ApiClient): Promise<void> {
  await client.create({ label: 'shop' })
  const first = await client.list('?limit=10')
  if (first.nextCursor !== null) await client.list(`?last_key=${first.nextCursor}`)
}

describe('the report on the dashboard', needs('browser'), () => {
  it('brings a burst limit about: one press, one call, and the rule is met', async () => {
    const sandbox = await freshSandbox()
    const client = apiClient(sandbox)
    await client.list()
    const page = await openDashboard(sandbox, { place: 'default/report' })
    const missing = card(page, /^Not met yet/)
    await missing.getByText('No burst 429 was received.').waitFor()
    await missing.getByRole('button', { name: 'Reach the burst limit now' }).click()
    await missing.getByText(/Ready.*429 with a Retry-After of at most 20/).waitFor()
    await page.getByRole('contentinfo').getByText('Make a call with your client').waitFor()
    const refused = await client.list()
    expect([refused.status, Number(refused.retryAfter) <= 20]).toEqual([429, true])
    await missing
      .getByText('Waits for the Retry-After of a burst 429')
      .waitFor({ state: 'detached' })
    await card(page, /^Kept/).getByText('Waits for the Retry-After of a burst 429').waitFor()
  })

  it('says what a client did wrong, what one that knows does, and leads to the calls', async () => {
    const sandbox = await freshSandbox({ scenario: 'past_due' })
    const client = apiClient(sandbox)
    for (let call = 0; call < 10; call += 1) await client.list()
    const page = await openDashboard(sandbox, {
      place: 'default/report',
      viewport: { width: 768, height: 1024 },
    })
    const broken = card(page, 'Broken (1)')
    await broken.getByText('10 requests with the same key were answered 403').waitFor()
    await broken.getByText('A careful client stops after the first 403').waitFor()
    await broken.getByRole('link', { name: /403 Payment failed req_3/ }).click()
    await page.waitForURL('**/#/default/story/req_3')
  })

  it('does not say that ten entries are all that show a verdict', async () => {
    const sandbox = await freshSandbox({
      with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } },
    })
    const client = apiClient(sandbox)
    for (let made = 0; made < 12; made += 1) await client.create({ label: 'shop' })
    const page = await openDashboard(sandbox, { place: 'default/report' })
    const rule = card(page, /^Kept/).getByRole('listitem').filter({ hasText: '12 creations' })
    await rule.getByText('Shown by these 10 entries, for example').first().waitFor()
    expect(await rule.getByText('Shown by 10 entries').count()).toBe(0)
  })

  it('says in each group when it is empty', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/report' })
    await page.getByText('No call to judge yet').waitFor()
    for (const words of [
      'The client has broken no rule.',
      'There is nothing to advise.',
      'No rule has been kept yet.',
      'No answer rests on an assumption.',
    ]) {
      await page.getByText(words).waitFor()
    }
    await card(page, `Not met yet (${rules.length})`).waitFor()
  })

  it('says why a situation cannot be met now', async () => {
    const sandbox = await freshSandbox({ scenario: 'canceled' })
    const page = await openDashboard(sandbox, { place: 'default/report' })
    const missing = card(page, /^Not met yet/)
    await missing.getByText('No plan is paid: buy one on Overview first.').waitFor()
    const refused = missing.getByRole('button', { name: 'Reach the burst limit now' })
    await missing
      .getByText('Every call is refused before that now: Plan canceled.')
      .first()
      .waitFor()
    await expect.poll(() => refused.getAttribute('aria-disabled')).toBe('true')
    await refused.click({ force: true })
    await button(page, 'Make calls work now').first().click()
    await missing.getByText('Uses up the calls of this minute').waitFor()
    expect((await apiClient(sandbox).list()).status).toBe(200)
  })

  it('says everything that one press did, and one Undo takes all of it back', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('set_usage', { daily: 7 })
    await control.do('arm_fault', { kind: 'outage' })
    await control.do('set_account', { plan: 'free' })
    const page = await openDashboard(sandbox, { place: 'default/report' })
    await button(page, 'Make calls work now').first().click()
    await message(page, /1 armed fault was stopped.*Plus was bought/).waitFor()
    expect((await control.account()).usage.daily.used).toBe(7)
    await button(page, /^Undo: 1 armed fault was stopped.*Plus was bought/).click()
    await message(page, 'Undone: 1 armed fault').waitFor()
    const { plan, faults } = await control.account()
    expect([plan, faults.length]).toEqual(['free', 1])
  })

  it('counts the documented outcomes in plain words, live', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, {
      place: 'default/report',
      viewport: { width: 2560, height: 1200 },
    })
    await card(page, '0 of 15 documented outcomes met').waitFor()
    await apiClient(sandbox).create({ label: 'shop', single_use: true })
    const coverage = card(page, '2 of 15 documented outcomes met')
    await coverage.getByText('Single-use alias created').waitFor()
    await coverage.getByText('once').first().waitFor()
  })

  it('starts anew, and says that the story keeps the calls', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list()
    const page = await openDashboard(sandbox, {
      place: 'default/report',
      viewport: { width: 390, height: 844 },
    })
    await page.getByText('Judges 1 call of this account.').waitFor()
    await button(page, 'Start the report anew').click()
    await page.getByRole('dialog').getByText('The verdicts on 1 call are lost').waitFor()
    await button(page, 'Start anew').click()
    await page.getByText('The story keeps the calls.', { exact: false }).last().waitFor()
    await page.getByText('1 earlier call no longer judged').waitFor()
    await page.getByRole('link', { name: 'Story' }).click()
    await page.locator('a[href$="/story/req_1"]').first().waitFor()
  })

  it('names what it assumed, with the value', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list('?limit=0')
    const page = await openDashboard(sandbox, { place: 'default/report' })
    const assumed = card(page, /^Choices that mattered/)
    await assumed.getByText('Is limit=0 or limit=101 malformed?').waitFor()
    await assumed.getByText('Assumed here: reject').waitFor()
  })
})
