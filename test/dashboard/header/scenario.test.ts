import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { groupedScenarios } from '../../../src/dashboard/labels/scenario-groups.ts'
import { loadCatalog } from '../../../src/node/files/scenario-catalog.ts'
import type { RunningSandbox } from '../../../src/node/start.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser, type View } from '../browser.ts'

useBrowser()

const asFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/yaml',
  buffer: Buffer.from(text),
})

async function openScenarios(sandbox: RunningSandbox, view: View = {}) {
  const page = await openDashboard(sandbox, view)
  await page.getByRole('button', { name: /^Scenario/ }).click()
  return { page, dialog: page.getByRole('dialog', { name: 'Scenario' }) }
}

describe('the scenario of an account', needs('browser'), () => {
  it('is chosen by what it is about; the account starts over in it, and Undo brings it back', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('populate_aliases', { count: 3 })
    const { page, dialog } = await openScenarios(sandbox)
    const group = dialog.getByRole('region', { name: 'Plan and payment' })
    await group.getByRole('button', { name: /^Payment failed/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Scenario Payment failed' }).waitFor()
    expect(await control.account()).toMatchObject({ scenario: 'past_due', billing: 'past_due' })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByRole('button', { name: /^Scenario Plus/ }).waitFor()
    expect(await control.account()).toMatchObject({ billing: 'active', aliases: 3 })
  })

  it('is started over', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('populate_aliases', { count: 3 })
    const { dialog } = await openScenarios(sandbox)
    await dialog.getByRole('button', { name: 'Start this account over' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await control.account()).toMatchObject({ aliases: 0 })
  })

  it('is found by a word, on a narrow phone', async () => {
    const { page, dialog } = await openScenarios(await freshSandbox(), {
      viewport: { width: 320, height: 640 },
    })
    const search = dialog.getByRole('searchbox')
    await search.fill('midnight')
    await dialog.getByText(/^\d scenarios? found/).waitFor()
    await dialog.getByRole('button', { name: /^Half a minute before midnight/ }).waitFor()
    await search.fill('x'.repeat(300))
    await dialog.getByText('0 scenarios found').waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320)
  })

  it('is one of the tester, from a file or pasted; errors have line, column and the nearest word', async () => {
    const sandbox = await freshSandbox({ with: { clock: { mode: 'frozen' } } })
    const control = controlClient(sandbox)
    const before = await control.account()
    const { page, dialog } = await openScenarios(sandbox)
    await dialog.getByText('A scenario of your own').click()
    const wrong = 'title: Mine\naccount:\n  plan: plsu\nfaults: [{ kind: outag }]\n'
    await dialog.locator('input[type=file]').setInputFiles(asFile('mine.yaml', wrong))
    const problems = dialog.getByRole('alert')
    await problems.getByText('Line 3, column 9').waitFor()
    await problems.getByText('did you mean "plus"').waitFor()
    await problems.getByText('did you mean "outage"').waitFor()
    expect(await control.account()).toEqual(before)
    await dialog.getByLabel(/its text/).fill('account: { plan: pro }\naliases: [{ label: mine }]\n')
    await dialog.getByRole('button', { name: 'Start over with it' }).click()
    await page.getByText(/was loaded/).waitFor()
    expect(await control.account()).toMatchObject({ plan: 'pro', aliases: 1 })
  })

  it('of a folder of the tester has a group of its own', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'mine.yaml'), 'title: Mine\nsummary: Of my team\n')
    const { dialog } = await openScenarios(
      await freshSandbox({ catalog: await loadCatalog(folder) }),
    )
    const group = dialog.getByRole('region', { name: 'Your own' })
    await group.getByRole('button', { name: /^Mine/ }).waitFor()
  })
})

it('every shipped scenario stands in exactly one group', () => {
  const shipped = readdirSync(new URL('../../../scenarios', import.meta.url))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace('.yaml', ''))
  expect(groupedScenarios.toSorted()).toEqual(shipped.toSorted())
})

it(
  'a sandbox of several testers is started over only after their accounts were named',
  needs('browser'),
  async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.send('POST', 'accounts', { name: 'anna', scenario: 'pro' })
    const { api_key: key } = await controlClient(sandbox, 'anna').account()
    await control.do('fail_payment')
    const { page, dialog } = await openScenarios(sandbox)
    await dialog.getByRole('button', { name: /^Start all accounts over/ }).click()
    await dialog.getByText('1 account will be deleted for good: anna.').waitFor()
    expect((await apiClient(sandbox, key).list()).status).toBe(200)
    await dialog.getByRole('button', { name: 'Delete them and start over' }).click()
    await page.getByText('The account default is as it started').waitFor()
    expect((await apiClient(sandbox, key).list()).status).toBe(401)
    expect((await control.account()).billing).toBe('active')
  },
)
