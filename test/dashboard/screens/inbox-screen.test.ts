import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, message } from '../page.ts'

useBrowser()

const place = 'default/inbox'
const to = 'once@alias-sandbox.example'

describe('the inbox', needs('browser'), () => {
  it('shows a test mail with its code, and says why a second one was refused', async () => {
    const sandbox = await freshSandbox({ with: { aliases: [{ id: 'once', single_use: true }] } })
    const page = await openDashboard(sandbox, { place })
    await page.getByText('No mail yet.').waitFor()
    await page.getByLabel('To', { exact: true }).fill(to)
    await button(page, 'Send a test mail').click()
    await message(page, 'was forwarded').waitFor()
    await page.getByRole('link', { name: /^Confirm your address/ }).click()
    await button(page, 'Copy 482913').waitFor()
    await button(page, 'Send a test mail').click()
    await message(page, 'was refused').waitFor()
    await page.getByText('Not forwarded (1)').click()
    await page.getByText('this alias is gone').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Not forwarded (1)').waitFor({ state: 'detached' })
  })

  it('draws the HTML of a mail where it can run and load nothing', async () => {
    const sandbox = await freshSandbox({ with: { aliases: [{ id: 'once' }] } })
    const html = `<h1>Hello</h1><script>top.document.title = 'taken'</script><img src="/of-the-mail" onerror="top.document.title = 'taken'"><form action="/of-the-mail" method="post"><button>Go</button></form>`
    await controlClient(sandbox).do('deliver_mail', { to, html })
    const blocked = /sandboxed|Content Security Policy/
    const page = await openDashboard(sandbox, { place: `${place}/mail_1`, blocked })
    const sent: string[] = [] // what a policy blocks is not sent, and so not routed
    await page.route('**/of-the-mail', (route) => {
      sent.push(route.request().method())
      return route.fulfill({ status: 404 })
    })
    await page.getByLabel('Show as HTML').check()
    const frame = page.frameLocator('iframe')
    const isTried = () =>
      frame.locator('img').evaluate((image) => 'complete' in image && image.complete)
    await expect.poll(isTried).toBe(true)
    expect(sent).toEqual([])
    const refused = page.waitForEvent('console', (each) => each.text().includes('Blocked form'))
    await frame.getByRole('button', { name: 'Go' }).click()
    await refused
    expect(await page.title()).not.toBe('taken')
    expect(sent).toEqual([])
  })

  it('offers what is attached, and the message as it was sent', async () => {
    const sandbox = await freshSandbox({ with: { aliases: [{ id: 'once' }] } })
    const raw = 'Content-Disposition: attachment; filename=a.csv\r\n\r\na,b'
    await controlClient(sandbox).send('POST', 'inbox', { to, raw })
    const page = await openDashboard(sandbox, { place: `${place}/mail_1` })
    for (const [name, file] of [
      ['Download a.csv', 'a.csv'],
      ['Download as sent', 'mail_1.eml'],
    ] as const) {
      const [saved] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
      expect(saved.suggestedFilename()).toBe(file)
    }
  })

  it('shows a mail that comes over SMTP while it is open', async () => {
    const sandbox = await freshSandbox({ smtpPort: 0, with: { aliases: [{ id: 'once' }] } })
    const page = await openDashboard(sandbox, { place })
    await page.getByText('No mail yet.').waitFor()
    const mailer = createTransport(sandbox.smtpUrl)
    onTestFinished(() => mailer.close())
    await mailer.sendMail({ from: 'a@shop.example', to, subject: 'Welcome' })
    await page.getByRole('link', { name: /^Welcome/ }).waitFor()
  })

  it('can be emptied', async () => {
    const sandbox = await freshSandbox({ with: { aliases: [{ id: 'once' }] } })
    await controlClient(sandbox).do('deliver_mail', { to })
    const page = await openDashboard(sandbox, { place })
    await page.getByRole('link', { name: /^No subject/ }).waitFor()
    await button(page, 'Empty the inbox').click()
    await page.getByText('No mail yet.').waitFor()
  })

  it('of an alias is a press away', async () => {
    const sandbox = await freshSandbox({ with: { aliases: [{ id: 'once' }] } })
    const page = await openDashboard(sandbox, { place: 'default/aliases' })
    await button(page, 'Send a test mail to once').click()
    await message(page, `A mail to ${to} was forwarded`).waitFor()
  })
})
