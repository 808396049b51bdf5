import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { readPageFile } from '../../src/contract/session/page-file.ts'
import { contentOfPage } from '../support/content-of-page.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { runCli } from '../support/process/run-cli.ts'
import { needs } from '../support/tools/needs.ts'
import { pagesInBrowser } from './pages-in-browser.ts'

const { openPage } = pagesInBrowser()

/** A client that does not wait once, and then keeps the rules for long. */
const CLIENT = `
const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
const list = () => fetch(url + '/v1/aliases', { headers: { authorization: 'Bearer ' + key } })
await fetch(url + '/_sandbox/actions/arm_fault', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"kind":"outage"}',
})
for (let at = 0; at < 40; at += 1) await (await list()).text()
process.exit()
`

it('the page of a long run has the requests that a rule names, and says what it leaves out', needs('browser'), async () => {
  const folder = freshFolder()
  const file = join(folder, 'run.html')
  writeFileSync(join(folder, 'client.mjs'), CLIENT)
  const argv = ['exec', '--verify', '--max-requests', '10', '--report', file, '--quiet']
  const { exitCode } = await runCli([...argv, '--', process.execPath, join(folder, 'client.mjs')], process.env)
  expect(exitCode).toBe(0)
  const html = readFileSync(file, 'utf8')
  const { sessions, result } = readPageFile(contentOfPage(html))
  const [{ past = [], history } = { history: [] }] = sessions[0]!.accounts
  const ids = [...past, ...history].flatMap(({ id, type }) => (type === 'call' ? [id] : []))
  const named = result!.cases.flatMap(({ message = '' }) => message.match(/req_\d+/g) ?? [])
  expect(ids).toEqual(expect.arrayContaining(['req_1', ...named, 'req_31', 'req_40']))
  expect(result!.notes).toContainEqual(expect.stringMatching(/^\d+ earlier requests not shown on this page/))
  const page = await openPage(html, { hash: '#/default/live/req_1' })
  await page.getByText('503').first().waitFor()
  await page.goto(page.url().replace('req_1', 'req_25'))
  await page.getByText('This entry is not in the history').waitFor()
}) // prettier-ignore
