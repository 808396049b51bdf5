import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { connectSandbox } from '../../src/client/connect.ts'
import { apiClient } from '../support/http/api-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { runCli } from '../support/process/run-cli.ts'
import { findPython } from '../support/tools/find-command.js'
import { needs } from '../support/tools/needs.ts'
import { pagesInBrowser } from './pages-in-browser.ts'

const { openPage } = pagesInBrowser()

/** A folder, and a sandbox in which a client made a request. */
type Place = { url: string; folder: string }

/** Runs a command in this process; returns what it printed. */
async function printed(...argv: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(argv, process.env)
  expect(exitCode, stderr).toBeLessThanOrEqual(6)
  return stdout
}

/** A client that makes one request, as the file of a command. */
function clientIn(folder: string): string {
  const file = join(folder, 'client.mjs')
  const env = (name: string) => `process.env.ALIAS_SANDBOX_${name}`
  writeFileSync(
    file,
    `await fetch(${env('URL')} + '/v1/aliases', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + ${env('API_KEY')} },
    })
    process.exit()\n`,
  )
  return file
}

/** Runs a command whose report is a page. */
async function reported({ folder }: Place, ...argv: string[]): Promise<string> {
  const file = join(folder, 'report.html')
  await printed(...argv, '--report', file, '--', process.execPath, clientIn(folder))
  return readFileSync(file, 'utf8')
}

const plugin = fileURLToPath(new URL('../../clients/python/src', import.meta.url))

/** The page of a test of pytest that failed. */
async function ofPytest({ url, folder }: Place): Promise<string> {
  const test = 'def test_fails(alias_account): assert alias_account.aliases()\n'
  writeFileSync(join(folder, 'test_it.py'), test)
  const pages = join(folder, 'pages')
  const env = { ...process.env, ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_PAGES: pages }
  const argv = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-p', 'alias_sandbox.plugin']
  const options = { cwd: folder, env: { ...env, PYTHONPATH: plugin } }
  await expect(promisify(execFile)(findPython('pytest')!, argv, options)).rejects.toThrow()
  const [file] = readdirSync(pages)
  return readFileSync(join(pages, file!), 'utf8')
}

/** Every way to make a page. */
const ways: Record<string, (place: Place) => string | Promise<string>> = {
  save: async ({ url, folder }) => {
    const file = join(folder, 'run.html')
    await printed('save', file, '--url', url)
    return readFileSync(file, 'utf8')
  },
  'requests --bug': ({ url }) =>
    printed('requests', 'req_1', '--bug', '--as', 'html', '--url', url),
  'exec --verify --report': (place) => reported(place, 'exec', '--verify'),
  'exec --each scenario --report': (place) =>
    reported(place, 'exec', '--each', 'scenario=plus,free'),
  'explore --report': (place) => reported(place, 'explore', '--runs', '1', '--time', '10s'),
  'mutate --report': (place) => reported(place, 'mutate', '--lies', 'create_as_500'),
  'account.save': async ({ url, folder }) => {
    const file = join(folder, 'account.html')
    await (await connectSandbox(url)).defaultAccount.save(file)
    return readFileSync(file, 'utf8')
  },
  'the Share menu of the dashboard': async ({ url }) => {
    const answer = await fetch(`${url}/_sandbox/session/page`)
    return ((await answer.json()) as { html: string }).html
  },
}

async function place(): Promise<Place> {
  const sandbox = await freshSandbox({ scenario: 'plus' })
  await apiClient(sandbox).create('{"label":"one \u2068two\u2069"}')
  return { url: sandbox.url, folder: freshFolder() }
}

/** Opens with scripts, as text without them, and can be continued if it has a session. */
async function opens(html: string): Promise<void> {
  const page = await openPage(html)
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await expect.poll(() => page.locator('#page-text').count()).toBe(0)
  if ((await page.getByRole('link', { name: 'Live' }).count()) > 0) {
    await page.getByRole('link', { name: 'Live' }).click()
    await page.getByRole('button', { name: 'Continue from here' }).click()
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
  }
  const asText = await openPage(html, { javaScriptEnabled: false })
  await asText.getByText('Written by alias-sandbox').waitFor()
  expect((await asText.locator('pre').boundingBox())!.y).toBeLessThan(400)
}

describe('the page of each way to make one opens', needs('browser'), () => {
  it.each(Object.entries(ways))('%s', async (_way, make) => opens(await make(await place())))
})

it('the page of a test of pytest that failed opens', needs('browser', 'pytest'), async () => {
  await opens(await ofPytest(await place()))
})
