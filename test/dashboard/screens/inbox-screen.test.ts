import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { clipboardOf, openDashboard, useBrowser } from '../browser.ts'
import { button } from '../page.ts'

useBrowser()

const place = 'default/inbox'
const to = 'once@alias-sandbox.example'

describe('the inbox', needs('browser'), () => {
  it('shows of four mails the one for an alias, and copies its code from the list', async () => {
    const sandbox = await freshSandbox()
    const labels = ['news', 'shop', 'bank', 'travel']
    for (const label of labels) {
      const { address } = (await apiClient(sandbox).create({ label })).alias!
      const text = `Your code is ${1111 * (labels.indexOf(label) + 1)}.`
      await controlClient(sandbox).do('deliver_mail', { to: address, subject: 'Confirm', text })
    }
    const page = await openDashboard(sandbox, { place })
    const mails = page.getByRole('region', { name: 'Mails' }).getByRole('listitem')
    await expect.poll(() => mails.count()).toBe(4)
    const ofShop = mails.filter({ hasText: 'shop' })
    await ofShop.getByRole('button', { name: /^Copy 2222/ }).click()
    await page.getByText('Copied 2222.').waitFor()
    expect(await clipboardOf(page)).toBe('2222')
    await page.getByRole('searchbox').fill('3333')
    await expect.poll(() => mails.count()).toBe(1)
    await mails.getByRole('link').click()
    const mail = page.getByRole('article', { name: 'Mail' })
    await mail.getByText('bank').waitFor()
    await mail.getByRole('link', { name: 'All mails to this alias' }).click()
    await expect.poll(() => mails.count()).toBe(1)
    await page.getByRole('searchbox').fill('')
    await expect.poll(() => mails.count()).toBe(4)
    await mails.filter({ hasText: 'travel' }).getByRole('link').click()
    await mail.getByRole('button', { name: 'Its alias' }).click()
    const tab = page.getByRole('tabpanel', { name: 'Aliases' })
    await tab.getByText('travel').first().waitFor()
    expect(await tab.getByText('bank').count()).toBe(0)
  })

  it('sends a mail from a form that keeps its address, and says why a second one was refused', async () => {
    const sandbox = await freshSandbox({ with: { aliases: [{ id: 'once', single_use: true }] } })
    const page = await openDashboard(sandbox, { place })
    await button(page, 'Send a mail').click()
    const dialog = page.getByRole('dialog', { name: 'Send a mail' })
    const field = dialog.getByLabel('To')
    await expect.poll(() => field.inputValue()).toBe(to)
    await apiClient(sandbox).create({ label: 'newer' })
    await field.fill('')
    await field.pressSequentially(to)
    expect(await field.inputValue()).toBe(to)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('was forwarded').waitFor()
    await button(page, 'Send a mail').click()
    await field.fill(to)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('this alias is gone').first().waitFor()
  })

  it('says how an app sends mail here', async () => {
    const withMail = await freshSandbox({ smtpPort: 0 })
    const page = await openDashboard(withMail, { place })
    await button(page, 'Send a mail').click()
    await page.getByText(withMail.smtpUrl!).waitFor()
    const without = await openDashboard(await freshSandbox(), { place })
    await button(without, 'Send a mail').click()
    await without.getByText('--smtp-port').waitFor()
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
    await page.getByText('No mail has been sent').waitFor()
    const mailer = createTransport(sandbox.smtpUrl)
    onTestFinished(() => mailer.close())
    await mailer.sendMail({ from: 'a@shop.example', to, subject: 'Welcome' })
    await page.getByRole('link', { name: /Welcome/ }).click()
    await page.getByRole('link', { name: 'In the history' }).click()
    await page.getByText('over SMTP').first().waitFor()
  })

  it('can be emptied', async () => {
    const sandbox = await freshSandbox({ with: { aliases: [{ id: 'once' }] } })
    await controlClient(sandbox).do('deliver_mail', { to })
    const page = await openDashboard(sandbox, { place })
    await page.getByRole('link', { name: /No subject/ }).waitFor()
    await button(page, 'Empty the inbox').click()
    await page.getByText('No mail has been sent').waitFor()
  })
})
