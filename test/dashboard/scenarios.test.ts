import { describe, expect, it } from 'vitest'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { openDashboard, useBrowser } from './browser.ts'
import { button } from './page.ts'

useBrowser()

const asFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/yaml',
  buffer: Buffer.from(text),
})

describe('scenarios on the dashboard', needs('browser'), () => {
  it('are described in plain words, and loaded with a button', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/scenarios' })
    const one = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: 'Payment failed', exact: true }),
    })
    await one.getByText(/every call returns 403/i).waitFor()
    await one.getByRole('button', { name: /^Use/ }).click()
    await one
      .getByText(/this account/i)
      .last()
      .waitFor()
    expect(await controlClient(sandbox).account()).toMatchObject({
      scenario: 'past_due',
      billing: 'past_due',
    })
  })

  it('with errors are shown with line, column and the nearest word; nothing changes', async () => {
    const sandbox = await freshSandbox({ with: { clock: { mode: 'frozen' } } })
    const page = await openDashboard(sandbox, { place: 'default/scenarios' })
    const before = await controlClient(sandbox).account()
    const text = 'title: Mine\naccount:\n  plan: plsu\nfaults: [{ kind: outag }]\n'
    await page.locator('input[type=file]').setInputFiles(asFile('mine.yaml', text))
    const message = page.getByRole('alert')
    await message.getByText('Line 3, column 9').waitFor()
    await message.getByText('did you mean "plus"').waitFor()
    await message.getByText(/Line 4, column \d+/).waitFor()
    await message.getByText('did you mean "outage"').waitFor()
    expect(await controlClient(sandbox).account()).toEqual(before)
  })

  it('are loaded from a file', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/scenarios' })
    const text = 'account: { plan: pro }\naliases: [{ label: mine }]\n'
    await page.locator('input[type=file]').setInputFiles(asFile('mine.yaml', text))
    await page.getByText('load_scenario done').waitFor()
    expect(await controlClient(sandbox).account()).toMatchObject({ plan: 'pro', aliases: 1 })
  })

  it('can be pasted; errors are shown with line and column', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/scenarios' })
    await page.getByText('Or paste the text').click()
    const text = page.getByLabel('Text of a scenario or saved state')
    await text.fill('account: { plan: prp }')
    await button(page, 'Load').click()
    await page.getByRole('alert').getByText('Line 1, column 18').waitFor()
    await text.fill('account: { plan: pro }')
    await button(page, 'Load').click()
    await page.getByText('load_scenario done').waitFor()
    expect(await controlClient(sandbox).account()).toMatchObject({ plan: 'pro' })
  })

  it('and states that are incomplete change nothing', async () => {
    const sandbox = await freshSandbox({ with: { clock: { mode: 'frozen' } } })
    const control = controlClient(sandbox)
    const before = await control.account()
    const page = await openDashboard(sandbox, { place: 'default/scenarios' })
    const cut = JSON.stringify((await control.send('GET', '/accounts/default/state')).body).slice(
      0,
      -10,
    )
    await page.locator('input[type=file]').setInputFiles(asFile('cut.json', cut))
    await page.getByRole('alert').getByText('cut.json').waitFor()
    expect(await control.account()).toEqual(before)
  })

  it('can be undone: the saved state is restored', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('populate_aliases', { count: 3 })
    const page = await openDashboard(sandbox, { place: 'default/scenarios' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Save current state').click(),
    ])
    await control.do('load_scenario', { scenario: 'canceled' })
    await page.locator('input[type=file]').setInputFiles(await download.path())
    await page.getByText('Saved state restored').waitFor()
    expect(await control.account()).toMatchObject({ billing: 'active', aliases: 3 })
  })
})
