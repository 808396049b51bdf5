import { describe, expect, it } from 'vitest'
import { rules } from '../../../src/report/report.ts'
import { situations, type Situation } from '../../../src/dashboard/screens/report/situations.ts'
import { apiClient, type ApiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button } from '../page.ts'

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
      await sendRequests(old)
      const report = (await control.send('GET', 'report')).body as unknown as {
        coverage: { outcome: string; count: number }[]
      }
      expect(report.coverage.find((row) => row.outcome === outcome)?.count).toBeGreaterThan(0)
    },
  )

  it.each(['past_due', 'canceled', 'free', 'key_revoked', 'daily_cap_reached', 'outage_incident'])(
    'and requests work again from %s',
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

async function sendRequests(client: ApiClient): Promise<void> {
  await client.create({ label: 'shop' })
  const first = await client.list('?limit=10')
  if (first.nextCursor !== null) await client.list(`?last_key=${first.nextCursor}`)
}

describe('the report on the dashboard', needs('browser'), () => {
  it('brings a burst limit about: one press, one request, and the rule is kept', async () => {
    const sandbox = await freshSandbox()
    const client = apiClient(sandbox)
    await client.list()
    const page = await openDashboard(sandbox, { place: 'default/report' })
    const coverage = page.getByRole('region', { name: /documented outcomes met$/ })
    await coverage.getByRole('button', { name: 'Reach the limit of this minute' }).click()
    await coverage.getByText('Limits were set').waitFor()
    const refused = await client.list()
    expect([refused.status, Number(refused.retryAfter) <= 20]).toEqual([429, true])
    await page
      .getByRole('region', { name: /^Kept/ })
      .getByText('Waits for the Retry-After of a burst 429')
      .waitFor()
  })

  it('says what a client did wrong, what one that knows does, and leads to the requests', async () => {
    const sandbox = await freshSandbox({ scenario: 'past_due' })
    const client = apiClient(sandbox)
    for (let sent = 0; sent < 10; sent += 1) await client.list()
    await controlClient(sandbox).do('settle_invoice')
    await client.list()
    const page = await openDashboard(sandbox, { place: 'default/report' })
    const broken = page.getByRole('region', { name: 'Broken (1)' })
    await broken.getByText('10 requests with the same key were answered 403').waitFor()
    await broken.getByText('A careful client stops after the first 403').waitFor()
    await broken.getByRole('link', { name: /^See / }).click()
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()
    await page.getByText('Payment failed').first().waitFor()
    const entries = page.getByRole('list', { name: /^Entries/ })
    await expect.poll(() => entries.getByText('Aliases listed').count()).toBe(0)
  })

  it('does not say that ten entries are all that show a verdict', async () => {
    const sandbox = await freshSandbox({
      with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } },
    })
    const client = apiClient(sandbox)
    for (let made = 0; made < 12; made += 1) await client.create({ label: 'shop' })
    const page = await openDashboard(sandbox, { place: 'default/report' })
    const kept = page.getByRole('region', { name: /^Kept/ })
    await kept.getByRole('link', { name: 'See 10 entries that show it, for example' }).waitFor()
  })

  it('says what there is to try before the first request', async () => {
    const page = await openDashboard(await freshSandbox(), { place: 'default/report' })
    await page.getByText('No request to judge yet').waitFor()
    await page.getByText('No rule has been tried yet.').waitFor()
    await page.getByText('No answer rests on a choice').waitFor()
    await page.getByRole('heading', { name: `Not tried yet (${rules.length})` }).waitFor()
  })

  it('counts the documented outcomes in plain words, live, and leads to their requests', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/report' })
    const coverage = (met: number) =>
      page.getByRole('region', { name: `${met} of 15 documented outcomes met` })
    await coverage(0).waitFor()
    await apiClient(sandbox).create({ label: 'shop', single_use: true })
    await apiClient(sandbox).list()
    await coverage(3).waitFor()
    const row = coverage(3).getByRole('listitem').filter({ hasText: 'Single-use alias created' })
    await row.getByRole('link', { name: 'once' }).click()
    await page.getByText('Alias created').first().waitFor()
    const entries = page.getByRole('list', { name: /^Entries/ })
    await expect.poll(() => entries.getByText('Aliases listed').count()).toBe(0)
  })

  it('starts anew, and says that the history keeps the requests', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list()
    const page = await openDashboard(sandbox, {
      place: 'default/report',
      viewport: { width: 390, height: 844 },
    })
    await page.getByText('1 request judged.').waitFor()
    await button(page, 'Start the report anew').click()
    await page.getByRole('dialog').getByText('The verdicts on 1 request are lost').waitFor()
    await button(page, 'Start anew').click()
    await page.getByText('1 earlier request no longer judged').waitFor()
    await page.getByRole('link', { name: 'Live' }).click()
    await page.getByText('Aliases listed').first().waitFor()
  })

  it('names the choices that mattered, with the value, and leads to their requests', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list('?limit=0')
    const page = await openDashboard(sandbox, { place: 'default/report' })
    const choices = page.getByRole('region', { name: 'Choices that mattered' })
    const row = choices
      .getByRole('listitem')
      .filter({ hasText: 'Is limit=0 or limit=101 malformed?' })
    await row.getByText('reject').waitFor()
    await row.getByRole('link', { name: 'in 1 answer' }).click()
    await page.getByText('limit=0').first().waitFor()
  })
})
