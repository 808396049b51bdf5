import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { openForeignPage, useBrowser } from './browser.ts'
import { createPrediction } from './page.ts'

useBrowser()

/** The attempts of a page; each returns its result. */
const attempts: readonly (readonly [what: string, script: (url: string) => string])[] = [
  [
    'a simple request',
    (url) => `fetch('${url}/_sandbox/reset', { method: 'POST', mode: 'no-cors', body: '{}' })`,
  ],
  [
    'a request in JSON',
    (url) =>
      `fetch('${url}/_sandbox/reset', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })`,
  ],
  ['a read', (url) => `fetch('${url}/_sandbox/session').then((answer) => answer.text())`],
  [
    'a call with the key that everybody knows',
    (url) =>
      `fetch('${url}/v1/aliases', { headers: { authorization: 'Bearer sandbox_default' } }).then((answer) => answer.text())`,
  ],
  [
    'an event stream',
    (url) =>
      `new Promise((resolve, reject) => { const source = new EventSource('${url}/_sandbox/events'); source.onopen = resolve; source.onerror = () => { source.close(); reject(new Error('refused')) } })`,
  ],
  [
    'a WebSocket',
    (url) =>
      `new Promise((resolve, reject) => { const socket = new WebSocket('${url.replace('http', 'ws')}/_sandbox/events'); socket.onopen = resolve; socket.onerror = () => reject(new Error('refused')) })`,
  ],
  [
    'a script',
    (url) =>
      `new Promise((resolve, reject) => { const script = document.createElement('script'); script.src = '${url}/_sandbox/session'; script.onload = resolve; script.onerror = () => reject(new Error('refused')); document.head.append(script) })`,
  ],
]

describe('a page of another origin', needs('browser'), () => {
  it.each(attempts)('gets nothing and changes nothing by %s', async (_what, scriptFor) => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create({})
    const page = await openForeignPage()
    const came = await page.evaluate<string>(
      `Promise.resolve(${scriptFor(sandbox.url)}).then((got) => typeof got === 'string' ? got : 'nothing to read', () => 'refused')`,
    )
    expect(['refused', 'nothing to read']).toContain(came)
    expect(await controlClient(sandbox).account()).toMatchObject({ aliases: 1 })
  })

  it('gets nothing and changes nothing by a form', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create({})
    const page = await openForeignPage(
      `<form method="post" enctype="text/plain" action="${sandbox.url}/_sandbox/reset"><button>Win</button></form>`,
    )
    await page.getByRole('button').click()
    await page.getByText('message').waitFor()
    expect(await controlClient(sandbox).account()).toMatchObject({ aliases: 1 })
  })

  it('cannot frame the dashboard', async () => {
    const sandbox = await freshSandbox()
    const page = await openForeignPage(`<iframe src="${sandbox.url}/_sandbox/"></iframe>`)
    await page.waitForFunction('frames.length === 1')
    expect(await page.frames()[1]?.locator('#app').count()).toBe(0)
  })

  it('may link to the dashboard', async () => {
    const sandbox = await freshSandbox()
    const page = await openForeignPage(`<a href="${sandbox.url}/">To the sandbox</a>`)
    await page.getByRole('link').click()
    await createPrediction(page).getByText('200').waitFor()
    expect(new URL(page.url()).pathname).toBe('/_sandbox/')
  })

  it('is refused even if its name resolves to this machine', async () => {
    const sandbox = await freshSandbox()
    const page = await openForeignPage()
    for (const path of ['/_sandbox/', '/_sandbox/session', '/v1/aliases']) {
      const answer = await page.goto(`http://rebound.example:${sandbox.port}${path}`)
      expect([path, answer?.status()]).toEqual([path, 403])
    }
  })
})
