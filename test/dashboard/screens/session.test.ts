import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, line, message } from '../page.ts'

useBrowser()

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const

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
    await dialog.getByRole('button', { name: 'Undo the reset' }).click()
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

  it('says what an undo of the reset takes, also what is made while the question is read', async () => {
    const sandbox = await freshSandbox({ with: { clock } })
    await apiClient(sandbox).create({ label: 'dear to me' })
    const page = await openDashboard(sandbox, { place: 'default/session' })
    await button(page, 'Reset everything').click()
    await message(page, 'brings the accounts back, but not their stories').waitFor()
    await apiClient(sandbox).create({ label: 'since' })
    await button(page, 'Undo the reset').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This will be lost: 1 alias created since.').waitFor()
    await dialog.getByText('The stories of all accounts begin anew').waitFor()
    await controlClient(sandbox).do('fail_payment', {})
    await dialog.getByRole('button', { name: 'Undo the reset' }).click()
    await dialog.getByText('1 alias created since, “A payment failed”.').waitFor()
    expect((await apiClient(sandbox).list()).status).toBe(403)
    await dialog.getByRole('button', { name: 'Undo the reset' }).click()
    await message(page, 'Their stories begin anew.').waitFor()
    expect((await apiClient(sandbox).list()).aliases).toMatchObject([{ label: 'dear to me' }])
  })

  it('shows the story that begins with the undo, and follows it, though an entry of the former is open', async () => {
    const sandbox = await freshSandbox({ with: { clock } })
    const control = controlClient(sandbox)
    const { body: state } = await control.send('GET', 'state')
    for (const label of ['a', 'b', 'c']) await apiClient(sandbox).create({ label })
    const page = await openDashboard(sandbox, { place: 'default/story/req_3' })
    await line(page, 'req_3').waitFor()
    await control.send('PUT', 'state', state)
    await page.getByText('req_3 is not in this story').waitFor()
    await line(page, 'req_2').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.mouse.move(0, 0)
    await apiClient(sandbox).list()
    await line(page, 'req_1').getByText('Aliases listed').waitFor()
  })
})
