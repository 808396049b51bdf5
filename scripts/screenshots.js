// Takes the picture of README and docs/dashboard.md: npm run screenshots
// pngquant (a package of Debian and Homebrew) makes it three times smaller.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '../dist/index.js'
import { launchBrowser } from '../test/support/tools/launch-browser.js'

/** A client that meets many of the documented errors. */
async function live(account) {
  const call = async (method, query = '', body) => {
    const headers = {
      authorization: `Bearer ${account.apiKey}`,
      'content-type': 'application/json',
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    try {
      await (await fetch(`${account.url}/v1/aliases${query}`, init)).text()
    } catch {
      // Some answers are lost on purpose.
    }
  }
  await account.do('populate_aliases', { count: 40 })
  await account.do('create_alias', { label: 'Newsletter', single_use: true, expires_at: '+3d' })
  const [first] = await account.aliases({ limit: 1 })
  await account.deliver({
    to: first.address,
    from: 'hello@shop.example',
    subject: 'Confirm your address',
    text: 'Your code is 482913.\n\nOr follow https://shop.example/confirm?code=482913.',
    attachments: [{ name: 'terms.pdf', type: 'application/pdf', content: 'JVBERi0=' }],
  })
  await account.deliver({ to: 'nobody@alias-sandbox.example' })
  for (let page = 0; page < 6; page += 1) await call('GET', '?limit=5')
  for (const label of ['Shop', 'Bank', 'Travel']) await call('POST', '', { label })
  await call('GET', '?limit=500')
  await call('POST', '', { label: 'Too late', expires_at: 1 })
  await account.clock.advance('3m')
  await account.fail('outage', { times: 2 })
  await call('GET')
  for (const label of ['Forum', 'Forum']) await call('POST', '', { label })
  await account.fail('drop_after', { times: 1 })
  await call('POST', '', { label: 'Lost' })
  await account.clock.advance('26h')
  await account.do('fail_payment')
  await call('GET')
  await account.do('settle_invoice')
  await call('GET')
  await account.do('set_usage', { daily: 50, forwards: 1_830 })
  await call('POST', '', { label: 'One too many' })
  await account.fail('collision', { times: 2 })
}

/** The most bytes of a picture; a repository keeps every version of it. */
const MAX_BYTES = 60_000
/** Few colours, as the dashboard has. */
const quality = ['20', '--speed', '1', '--strip', '--force']
/** A page of documentation shows no more. */
const MAX_WIDTH = 1_080

const path = fileURLToPath(new URL('../docs/dashboard/overview.png', import.meta.url))
const viewport = { width: 1_440, height: 900 }
const browser = await launchBrowser()
const sandbox = await startSandbox({
  seed: 42,
  now: '2026-03-01T12:00:00Z',
  frozen: true,
  apiKey: 'sandbox_default',
})
await live(await sandbox.accountNamed('default'))
const page = await browser.newPage({
  viewport,
  deviceScaleFactor: MAX_WIDTH / viewport.width,
  colorScheme: 'light',
  reducedMotion: 'reduce',
})
await page.goto(`${sandbox.url}/_sandbox/#/default/live`)
await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
await page.waitForFunction(() => !document.querySelector('main').textContent.includes('Loading'))
await page.screenshot({ path, animations: 'disabled' })
execFileSync('pngquant', [...quality, '--output', path, path])
const { size } = statSync(path)
console.log(`${Math.round(size / 1_000)} kB${size > MAX_BYTES ? ': too large' : ''}`)
await browser.close()
await sandbox.close()
