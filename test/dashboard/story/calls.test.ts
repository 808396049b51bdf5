import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { clipboardOf, openDashboard, useBrowser } from '../browser.ts'
import { button, line, unfold } from '../page.ts'

useBrowser()

describe('the journal on the dashboard', needs('browser'), () => {
  it('shows for a call each check in order with its numbers, the reason, request and response', async () => {
    const sandbox = await freshSandbox({ scenario: 'burst_exceeded' })
    await apiClient(sandbox).create({ label: 'one too many' })
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    const call = page.getByRole('article')
    await call.getByText('429').first().waitFor()
    const checks = await call.locator('.checks li').allTextContents()
    expect(checks.length).toBeGreaterThan(2)
    expect(checks[0]).toContain('passed')
    expect(checks.at(-1)).toContain('failed')
    await call.getByText(/Burst limit exceeded.* 60 /).waitFor()
    await call.getByText('one too many').waitFor()
    await call.getByText(/^Retry-After \d+$/).waitFor()
    expect(await call.getByText('authorization:').isVisible()).toBe(false)
    await unfold(call.getByRole('region', { name: 'Request' }), 'Headers')
    await call.getByText('authorization:').waitFor()
  })

  it('cuts a body of 100 kB, and shows it as a whole when asked for', async () => {
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

  it('marks each assumption, and shows the alternatives', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list('?limit=0')
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    const assumed = page.getByRole('region', { name: 'Assumptions' })
    await assumed.getByText('limit_out_of_range').waitFor()
    await assumed.getByText(/could also be .*clamp/).waitFor()
  })

  it('says once that an answer was injected, and by which fault', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('arm_fault', { kind: 'garbage' })
    await apiClient(sandbox)
      .list()
      .catch(() => {}) // no JSON
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await page
      .getByText('Injected by a fault or a setting · not in the document: an injected fault')
      .waitFor()
  })

  it('copies a call as a curl command that repeats it', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create({ label: "it's" })
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await unfold(page, 'More')
    await button(page, 'Copy curl').click()
    await page.getByText('Copied').waitFor()
    const curl = await clipboardOf(page)
    expect(curl).toContain(`'${sandbox.url}/v1/aliases'`)
    expect(curl).toContain("'Authorization: Bearer sandbox_default'")
    expect(curl).toContain(`'{"label":"it'\\''s"}'`)
  })

  it('copies a bug report: scenario, seed, clock, call, why, version and what reproduces it', async () => {
    const sandbox = await freshSandbox({ scenario: 'past_due', seed: 42 })
    await apiClient(sandbox).create({})
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await button(page, 'Copy for bug report').click()
    await page.getByText('Copied').waitFor()
    const report = await clipboardOf(page)
    const [entry] = await controlClient(sandbox).requests()
    for (const part of ['past_due', 'seed 42', entry!.at, 'req_1', entry!.why, 'alias-sandbox 0.'])
      expect(report).toContain(part)
    expect(report).toContain('POST /v1/aliases → 403 plan_past_due')
    expect(report).toContain('npx alias-sandbox replay bug.json')
  })

  it('is filtered by outcome', async () => {
    const sandbox = await freshSandbox()
    const client = apiClient(sandbox)
    await client.list()
    await client.list('?limit=0')
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await line(page, 'req_1').waitFor()
    await page.getByLabel('Outcome').selectOption('bad_request')
    await line(page, 'req_1').waitFor({ state: 'detached' })
    await line(page, 'req_2').waitFor()
  })

  it('shows 1,000 calls in pages, and does not move while more arrive', async () => {
    const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const // no minute begins meanwhile
    const sandbox = await freshSandbox({ scenario: 'unlimited', with: { clock } })
    const client = apiClient(sandbox)
    for (let call = 0; call < 1_000; call += 50) {
      await Promise.all(Array.from({ length: 50 }, () => client.list('?limit=1')))
    }
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await page
      .getByText(/1,?000 calls/)
      .first()
      .waitFor()
    await page.getByRole('listbox').waitFor() // what is loaded last
    const lines = page.locator('a[href*="/story/req_"]')
    const height = () => page.evaluate<number>('document.documentElement.scrollHeight')
    const [count, before] = [await lines.count(), await height()]
    expect(count).toBeLessThanOrEqual(50)
    await client.list()
    await line(page, 'req_1001').waitFor()
    expect([await lines.count(), await height()]).toEqual([count, before])
  })
})
