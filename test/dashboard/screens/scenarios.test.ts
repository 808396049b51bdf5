import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { groupedScenarios } from '../../../src/dashboard/labels/scenario-groups.ts'
import { loadCatalog } from '../../../src/node/files/scenario-catalog.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, card } from '../page.ts'

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
    await page.getByText(/was loaded.*Undo brings back what was here/).waitFor()
    expect(await controlClient(sandbox).account()).toMatchObject({ plan: 'pro', aliases: 1 })
  })

  it('can be pasted; errors are shown with line and column', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/scenarios' })
    await page.getByText('Or paste the text').click()
    const text = page.getByLabel('Text of a scenario')
    await text.fill('account: { plan: prp }')
    await button(page, 'Load').click()
    await page.getByRole('alert').getByText('Line 1, column 18').waitFor()
    await text.fill('account: { plan: pro }')
    await button(page, 'Load').click()
    await page.getByText(/was loaded.*Undo brings back what was here/).waitFor()
    expect(await controlClient(sandbox).account()).toMatchObject({ plan: 'pro' })
  })

  it('are grouped, and the one in use is marked', async () => {
    const sandbox = await freshSandbox({ scenario: 'past_due' })
    const page = await openDashboard(sandbox, {
      place: 'default/scenarios',
      viewport: { width: 1024, height: 768 },
    })
    const payment = card(page, 'Plan and payment').getByRole('listitem')
    await payment.filter({ hasText: 'Payment failed' }).getByText('in use').waitFor()
    await card(page, 'Service trouble').getByRole('heading', { name: 'Long outage' }).waitFor()
    expect(await page.getByText('in use', { exact: true }).count()).toBe(1)
  })

  it('are searched; nothing found says so and leads back to all', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, {
      place: 'default/scenarios',
      viewport: { width: 360, height: 740 },
    })
    await page.getByText('36 scenarios').waitFor()
    await page.getByLabel('Search').fill('midnight')
    await page.getByRole('heading', { name: 'Half a minute before midnight' }).waitFor()
    await card(page, 'Keys').waitFor({ state: 'detached' })
    const nonsense = `<b>${'x'.repeat(500)}`
    await page.getByLabel('Search').fill(nonsense)
    await page.getByText(`No scenario matches “${nonsense}”.`).waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
    await button(page, 'Show all scenarios').click()
    await card(page, 'Keys').waitFor()
  })

  it('replace the account, and Undo brings it back as the message says', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('populate_aliases', { count: 3 })
    const page = await openDashboard(sandbox, { place: 'default/scenarios' })
    await button(page, 'Use on this account: Subscription canceled').click()
    await page.getByText('Undo brings back what was here').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).last().click()
    await page.getByText(/undone/i).waitFor()
    expect(await control.account()).toMatchObject({ billing: 'active', aliases: 3 })
  })

  it('of the tester have a group of their own', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'mine.yaml'), 'title: Mine\nsummary: Of my team\n')
    const sandbox = await freshSandbox({ catalog: await loadCatalog(folder) })
    const page = await openDashboard(sandbox, { place: 'default/scenarios' })
    await card(page, 'Your own').getByRole('heading', { name: 'Mine' }).waitFor()
  })
})

it('every shipped scenario stands in exactly one group', () => {
  const shipped = readdirSync(new URL('../../../scenarios', import.meta.url))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace('.yaml', ''))
  expect(groupedScenarios.toSorted()).toEqual(shipped.toSorted())
})

describe('a new account', needs('browser'), () => {
  it('is refused at its field, in the dialog, on a narrow phone', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { viewport: { width: 360, height: 640 } })
    await button(page, 'New account').click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel(/^Name/)
    await name.fill('<img src=x onerror=alert(1)>')
    await button(page, 'Create account').click()
    await dialog.getByRole('alert').getByText('1 to 100 characters').waitFor()
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
    await name.fill('default')
    await button(page, 'Create account').click()
    await dialog.getByRole('alert').getByText('already exists').waitFor()
    await name.fill('anna')
    await button(page, 'Create account').click()
    await page.waitForURL('**/#/anna/overview')
    await page.getByText('Account anna was created').waitFor()
  })

  it('is found among two hundred', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    for (let made = 0; made < 200; made += 1) {
      await control.send('POST', 'accounts', { name: `tester-${made}` })
    }
    const page = await openDashboard(sandbox, { place: 'tester-150/session' })
    const list = page.getByRole('combobox', { name: 'Account' }).first()
    expect(await list.inputValue()).toBe('tester-150')
    await list.selectOption('tester-7')
    await page.waitForURL('**/#/tester-7/session')
    expect(await list.getByRole('option').count()).toBe(201)
  })
})
