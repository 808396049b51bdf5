import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button } from '../page.ts'

useBrowser()

describe('a sandbox that several testers share', needs('browser'), () => {
  it('is reset only after a question that names the accounts of others', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.send('POST', 'accounts', { name: 'anna', scenario: 'pro' })
    const { api_key: key } = await controlClient(sandbox, 'anna').account()
    const page = await openDashboard(sandbox, {
      place: 'default/session',
      viewport: { width: 768, height: 1024 },
    })
    await button(page, 'Reset everything').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 other account will be deleted: anna.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect((await apiClient(sandbox, key).list()).status).toBe(200)
    await button(page, 'Reset everything').click()
    await dialog.getByRole('button', { name: 'Reset all accounts' }).click()
    await button(page, 'Undo the reset').waitFor()
    expect((await apiClient(sandbox, key).list()).status).toBe(401)
    await button(page, 'Undo the reset').click()
    await page.getByText('Undone: all accounts are as they were').waitFor()
    expect((await apiClient(sandbox, key).list()).status).toBe(200)
  })

  it('is put back only after a question, if somebody has made an account since', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/session' })
    await button(page, 'Reset everything').click()
    await button(page, 'Undo the reset').waitFor()
    await controlClient(sandbox).send('POST', 'accounts', { name: 'ben', scenario: 'pro' })
    await button(page, 'Undo the reset').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 account will be deleted: ben.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await controlClient(sandbox, 'ben').account()).toMatchObject({ name: 'ben' })
  })
})
