import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { openDashboard, useBrowser } from './browser.ts'
import { button, createPrediction, line, openTab, settled } from './page.ts'

useBrowser()

describe('testers', needs('browser'), () => {
  it('share one server, each with their own account', async () => {
    const sandbox = await freshSandbox()
    for (const name of ['anna', 'ben'])
      await controlClient(sandbox).send('POST', 'accounts', { name })
    const [anna, ben] = await Promise.all([
      openDashboard(sandbox, { place: 'anna/live' }),
      openDashboard(sandbox, { place: 'ben/live' }),
    ])
    await createPrediction(ben).getByText('200').waitFor()
    await openTab(anna, 'Plan')
    await button(anna, 'Cancel the plan').click()
    await createPrediction(anna).getByText('Plan canceled').waitFor()
    await apiClient(sandbox, (await controlClient(sandbox, 'ben').account()).api_key).create({})
    await line(ben, 'req_1').waitFor()
    await createPrediction(ben).getByText('200').waitFor()
    expect(await line(anna, 'req_1').count()).toBe(0)
  })

  it('stay on the same screen when they reload', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).send('POST', 'accounts', { name: 'anna', scenario: 'pro' })
    const page = await openDashboard(sandbox, { place: 'anna/report' })
    await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor()
    expect(page.url()).toMatch(/#\/anna\/report$/)
  })

  it('can return with the back button', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).send('POST', 'accounts', { name: 'anna', scenario: 'past_due' })
    const page = await openDashboard(sandbox)
    await createPrediction(page).getByText('200').waitFor()
    await page.evaluate(`location.hash = '#/anna/live'`)
    await createPrediction(page).getByText('403').waitFor()
    await page.goBack()
    await createPrediction(page).getByText('200').waitFor()
  })

  it('see when the connection is lost and restored', async () => {
    const first = await freshSandbox()
    const page = await openDashboard(first)
    await settled(page)
    await first.close(0)
    await page.getByText('Connection lost, reconnecting').waitFor()
    const { port } = first
    const again = await freshSandbox({ port, scenario: 'canceled' })
    await settled(page)
    await createPrediction(page).getByText('Plan canceled').waitFor()
    await apiClient(again).list()
    await line(page, 'req_1').waitFor()
  })

  it('are asked for the control token once, and not again when they reload', async () => {
    const token = 'a-token-of-enough-length-to-be-one'
    const sandbox = await freshSandbox({ controlToken: token })
    const page = await openDashboard(sandbox)
    await page.getByLabel('Token', { exact: true }).fill('wrong')
    await button(page, 'Open').click()
    await page.getByText('This token is not valid').waitFor()
    await page.getByLabel('Token', { exact: true }).fill(token)
    await button(page, 'Open').click()
    await createPrediction(page).getByText('200').waitFor()
    await settled(page)
    await page.reload()
    await createPrediction(page).getByText('200').waitFor()
    expect(page.url()).not.toContain(token)
  })
})
