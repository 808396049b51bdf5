import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { sendRaw } from '../support/http/raw-http.ts'
import { needs } from '../support/tools/needs.ts'
import { openDashboard, useBrowser } from './browser.ts'
import { places } from './lived-in.ts'
import { openTab, settled } from './page.ts'

useBrowser()

const RESET = "fetch('/_sandbox/reset',{method:'POST'})"
const IMAGE = `<img src=x onerror="${RESET}">`
const SVG = `<svg onload="${RESET}">`
const SCRIPT = `"><script>${RESET}</script>`

/** A sandbox in which every text from a client or a tester is script. */
async function hostileSandbox() {
  const sandbox = await freshSandbox()
  const client = apiClient(sandbox)
  const control = controlClient(sandbox)
  await client.create({ label: IMAGE, note: SVG, source: SCRIPT, category: IMAGE })
  await client.send('GET', `/v1/aliases?limit=${encodeURIComponent(IMAGE)}&${SCRIPT}`)
  await client.list('', { headers: { 'user-agent': SVG, 'x-hostile': IMAGE } })
  const hostile = ['Host: 127.0.0.1', `User-Agent: ${SVG}`, 'Connection: close', '', ''].join(
    '\r\n',
  )
  await sendRaw(sandbox.port, `POST /v1/"><script>alert(1)</script> HTTP/1.1\r\n${hostile}`)
  await sendRaw(sandbox.port, `PURGE /v1/"><img/src=x/onerror=alert(1)> HTTP/1.1\r\n${hostile}`)
  const [alias] = (await client.list()).aliases
  await control.do('suspend_alias', { id: alias!.id, reason: IMAGE })
  await control.do('configure_replies', { id: alias!.id, value: SVG })
  await client.list()
  return sandbox
}

describe('text that is script', needs('browser'), () => {
  it.each(places)(
    'stays text on %s: nothing runs, no dialog opens, nothing changes',
    async (place) => {
      const sandbox = await hostileSandbox()
      const before = (await controlClient(sandbox).requests()).length
      const page = await openDashboard(sandbox, { place: `default/${place}` })
      await settled(page)
      expect(await page.locator('main img, main script, svg[onload], [onerror]').count()).toBe(0)
      expect(await controlClient(sandbox).account()).toMatchObject({ aliases: 1 })
      expect((await controlClient(sandbox).requests()).length).toBe(before)
    },
  )

  it('is shown unchanged in a label', async () => {
    const sandbox = await hostileSandbox()
    const page = await openDashboard(sandbox)
    await openTab(page, 'Aliases')
    await page.getByText(IMAGE, { exact: true }).first().waitFor()
  })

  it.each(['req_1', 'req_2', 'req_3', 'req_4', 'req_5', 'req_6', 'req_7'])(
    'is shown unchanged in call %s: path, query, method, headers and bodies',
    async (id) => {
      const sandbox = await hostileSandbox()
      const entry = (await controlClient(sandbox).requests()).find((each) => each.id === id)!
      const page = await openDashboard(sandbox, { place: `default/live/${id}` })
      const call = page.getByRole('article')
      await call.waitFor()
      const text = (await call.textContent()) ?? ''
      expect(text).toContain(entry.request.path)
      expect(text).toContain(entry.request.query)
      for (const value of Object.values(entry.request.headers))
        expect(text).toContain(String(value))
      expect(await call.locator('img, script').count()).toBe(0)
    },
  )

  it('stays text in the name of an unknown account', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: `${encodeURIComponent(IMAGE)}/live` })
    await page.getByRole('main').getByText(IMAGE, { exact: true }).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })
})
