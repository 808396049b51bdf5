import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { clipboardOf, openDashboard, useBrowser } from '../browser.ts'

useBrowser()

describe('an account', needs('browser'), () => {
  it('is made on a narrow phone, refused in words, and then shows its key', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { viewport: { width: 320, height: 640 } })
    await page.getByRole('button', { name: /^Account/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Account' })
    await dialog.getByText('New account').click()
    const name = dialog.getByLabel(/^Name/)
    for (const [entered, refusal] of [
      ['<img src=x onerror=alert(1)>', '1 to 100 characters'],
      ['default', 'already exists'],
    ] as const) {
      await name.fill(entered)
      await dialog.getByRole('button', { name: 'Create account' }).click()
      await dialog.getByRole('alert').getByText(refusal).waitFor()
    }
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320)
    await name.fill('anna')
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/#/anna/live')
    const connect = page.getByRole('dialog', { name: 'Connect your client' })
    await connect.getByRole('button', { name: 'Copy key' }).click()
    await connect.getByText('The API key was copied.').waitFor()
    const { api_key: key } = await controlClient(sandbox, 'anna').account()
    expect(await clipboardOf(page)).toBe(key)
    expect((await apiClient(sandbox, key).list()).status).toBe(200)
  })

  it('is found among two hundred, on the screen that is open', async () => {
    const sandbox = await freshSandbox()
    for (let made = 0; made < 200; made += 1) {
      await controlClient(sandbox).send('POST', 'accounts', { name: `tester-${made}` })
    }
    const page = await openDashboard(sandbox, { place: 'tester-150/report' })
    await page.getByRole('button', { name: 'Account tester-150' }).click()
    const dialog = page.getByRole('dialog', { name: 'Account' })
    await dialog.getByText('151 more accounts').waitFor()
    await dialog.getByRole('searchbox').fill('TESTER-17')
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(11)
    await dialog.getByRole('link', { name: 'tester-17', exact: true }).click()
    await page.waitForURL('**/#/tester-17/report')
    await dialog.waitFor({ state: 'detached' })
  })
})
