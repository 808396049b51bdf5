// Takes the screenshots of docs/dashboard.md: a sandbox with some activity, at the two widths that the
// dashboard is designed for, in light and dark mode.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startSandbox } from '../dist/index.js'
import { findBrowser } from '../test/support/tools/find-browser.js'

const folder = fileURLToPath(new URL('../docs/dashboard/', import.meta.url))
const quiet = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync']

/** The calls to make, and the keys that make them: a client that meets many of the documented errors. */
async function live(account) {
  const call = (method, query = '', body) =>
    fetch(`${account.url}/v1/aliases${query}`, {
      method,
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  await account.do('populate_aliases', { count: 40 })
  await account.do('create_alias', { label: 'Newsletter', single_use: true, expires_at: '+10m' })
  for (let page = 0; page < 6; page += 1) await call('GET', '?limit=5')
  for (const label of ['Shop', 'Bank', 'Travel']) await call('POST', '', { label })
  await call('GET', '?limit=500')
  await call('POST', '', { label: 'Too late', expires_at: 1 })
  await account.fail({ kind: 'outage', times: 2 })
  await call('GET')
  await call('POST', '', { label: 'Forum' })
  await call('POST', '', { label: 'Forum' })
  await account.do('set_usage', { daily: 50, forwards: 1_830 })
  await call('POST', '', { label: 'One too many' })
  await account.fail({ kind: 'collision', times: 2 })
}

const shots = [
  ['overview', 'overview', 1440, 'light'],
  ['overview-dark', 'overview', 1024, 'dark'],
  ['requests', 'requests', 1024, 'light'],
  ['request', 'requests/req_10', 1440, 'dark'],
  ['aliases', 'aliases', 1440, 'light'],
  ['scenarios', 'scenarios', 1440, 'light'],
  ['clock', 'clock', 1024, 'dark'],
  ['report', 'report', 1024, 'light'],
  ['session', 'session', 1024, 'light'],
]

mkdirSync(folder, { recursive: true })
const sandbox = await startSandbox({
  seed: 42,
  now: '2026-03-01T12:00:00Z',
  frozen: true,
  apiKey: 'sandbox_default',
})
await live(await sandbox.accountNamed('default'))
const executablePath = findBrowser()
if (executablePath === undefined)
  throw new Error('no browser found; set CHROMIUM to the path of one')
const browser = await chromium.launch({ executablePath, args: quiet })
for (const [file, place, width, colorScheme] of shots) {
  const context = await browser.newContext({
    viewport: { width, height: width === 1440 ? 680 : 720 },
    colorScheme,
  })
  const page = await context.newPage()
  await page.goto(`${sandbox.url}/_sandbox/#/default/${place}`)
  await page.locator('main .card').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.screenshot({ path: `${folder}${file}.png`, animations: 'disabled' })
  await context.close()
}
await browser.close()
await sandbox.close()
