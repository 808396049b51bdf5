import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { firstRequests } from '../../../src/dashboard/components/header/first-requests.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { clipboardOf, openDashboard, useBrowser } from '../browser.ts'
import { idsOf } from '../page.ts'

useBrowser()

describe('Connect', needs('browser'), () => {
  it('gives the address, the key and a request that works as it is pasted', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect your client' })
    await dialog.getByRole('button', { name: 'Copy URL' }).click()
    await dialog.getByText('The base URL was copied.').waitFor()
    expect(await clipboardOf(page)).toBe(sandbox.url)
    await dialog.getByRole('combobox').selectOption('JavaScript')
    await dialog.getByRole('button', { name: 'Copy JavaScript' }).click()
    await dialog.getByText('The JavaScript line was copied.').waitFor()
    const line = await clipboardOf(page)
    const pasted = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', line])
    expect(pasted.stdout).toContain('aliases')
  })

  it('gives them over HTTPS, too, and shows the request when it comes', async () => {
    const at = (name: string) =>
      fileURLToPath(new URL(`../../support/tls/${name}.pem`, import.meta.url))
    const pem = (name: string) => readFileSync(at(name), 'utf8')
    const sandbox = await freshSandbox({ tls: { cert: pem('cert'), key: pem('key') } })
    const page = await openDashboard(sandbox, { ignoreHTTPSErrors: true })
    await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect your client' })
    await dialog.getByRole('combobox').selectOption('JavaScript')
    await dialog.getByRole('button', { name: 'Copy JavaScript' }).click()
    await dialog.getByText('The JavaScript line was copied.').waitFor()
    const line = await clipboardOf(page)
    expect(line).toContain(sandbox.url)
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: at('cert') }
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', line], { env })
    await page.keyboard.press('Escape')
    await expect.poll(() => idsOf(page)).toContain('req_1')
  })

  it('remembers the language', async () => {
    const page = await openDashboard(await freshSandbox())
    await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('dialog').getByRole('combobox').selectOption('Ruby')
    await page.reload()
    await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('button', { name: 'Copy Ruby' }).waitFor()
  })

  it('replaces and revokes the key', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect your client' })
    await dialog.getByText('Change the key').click()
    await dialog.getByRole('button', { name: 'Replace the key' }).click()
    await dialog.getByText('The first key of this account was replaced').waitFor()
    expect((await apiClient(sandbox).list()).status).toBe(401)
    await dialog.getByRole('button', { name: 'Revoke the key' }).click()
    await dialog.getByText('This key was revoked').waitFor()
  })
})

it('a key with quotes in it stays one text in every language', () => {
  const odd = `a'b"c\\d`
  expect(firstRequests.php.line('http://127.0.0.1', odd)).toContain(String.raw`a\'b"c\\d`)
  expect(firstRequests.javascript.line('http://127.0.0.1', odd)).toContain(
    JSON.stringify(`Bearer ${odd}`),
  )
})
