import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../src/index.ts'

const TO = 'shop@alias-sandbox.example'
const PDF = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0x0a])

const MESSAGE = [
  'From: Shop <hello@shop.example>',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'List-Unsubscribe: <https://shop.example/bye>',
  'Content-Type: multipart/mixed; boundary=part',
  '',
  '--part',
  'Content-Type: text/plain',
  '',
  'Your code is 482913.',
  '--part',
  'Content-Type: application/pdf',
  `Content-Disposition: attachment; filename="bill.pdf"`,
  'Content-Transfer-Encoding: base64',
  '',
  PDF.toString('base64'),
  '--part--',
  '',
].join('\r\n')

async function freshAccount() {
  const sandbox = await startSandbox({ now: '2026-03-01T12:00:00Z', frozen: true })
  const account = await sandbox.account({ aliases: [{ id: 'shop' }] })
  return { sandbox, account, [Symbol.asyncDispose]: () => sandbox.close() }
}

describe('a message as it is sent', () => {
  it('arrives with its headers and attachments', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    const delivered = await account.deliver({ to: TO, raw: MESSAGE })
    expect(delivered).toMatchObject({ outcome: 'forwarded', alias: 'shop' })
    const mail = await account.inbox.waitFor({ to: TO })
    expect(mail).toMatchObject({
      from: 'hello@shop.example',
      subject: 'Grüße',
      codes: ['482913'],
      attachments: [{ name: 'bill.pdf', type: 'application/pdf', size: PDF.length }],
      raw_bytes: MESSAGE.length,
    })
    expect(mail.headers).toContainEqual({
      name: 'List-Unsubscribe',
      value: '<https://shop.example/bye>',
    })
    expect(await account.inbox.attachment(mail.id, 1)).toEqual(new Uint8Array(PDF))
  })

  it('is there byte for byte, after the lines that forwarding adds', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, raw: MESSAGE })
    const [mail] = await account.inbox.list()
    const raw = Buffer.from(await account.inbox.raw(mail!.id)).toString()
    expect(raw).toBe(`Delivered-To: ${TO}\r\nX-Alias: shop\r\n${MESSAGE}`)
  })

  it('takes its sender from the envelope if it names none', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, from: 'a@b.example', raw: 'Subject: Hello' })
    expect(await account.inbox.list()).toMatchObject([{ from: 'a@b.example', subject: 'Hello' }])
  })

  it('has no sender that it does not name', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, raw: 'Subject: Hello' })
    expect(await account.inbox.list()).toMatchObject([{ from: '', subject: 'Hello' }])
  })

  it('over SMTP has a text of as many characters as a mail may have', async () => {
    await using sandbox = await startSandbox({
      smtp: true,
      scenario: { aliases: [{ id: 'shop' }] },
    })
    const mailer = createTransport(sandbox.smtpUrl)
    const text = `Your code is 482913.\r\n${`${'a'.repeat(998)}\r\n`.repeat(9_000)}`
    const raw = `Subject: a\r\n\r\n${text}`
    await mailer.sendMail({ envelope: { from: '', to: TO }, raw })
    const mail = await sandbox.defaultAccount.inbox.waitFor()
    expect(mail).toMatchObject({ codes: ['482913'], from: '' })
    expect(mail.text.length).toBeGreaterThan(8_000_000)
    expect(await sandbox.replay(await sandbox.session())).toMatchObject({ first: null })
    mailer.close()
  })

  it('that is none is refused', async () => {
    await using fresh = await freshAccount()
    const nothing = undefined as never
    await expect(fresh.account.deliver(nothing)).rejects.toThrow(
      'the arguments of deliver_mail must be an object (got undefined)',
    )
  })

  it('is refused like any other mail', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    const to = 'nobody@alias-sandbox.example'
    const told = { outcome: 'refused', smtp: '550 5.1.1' }
    expect(await account.deliver({ to, raw: MESSAGE })).toMatchObject(told)
    expect(await account.inbox.list()).toEqual([])
  })

  it.each<[title: string, raw: string, field: string]>([
    ['is empty', '', 'raw'],
    ['has too many parts', `Subject: a\r\n\r\n${'--part\r\n'.repeat(1_001)}`, 'raw'],
  ])('changes nothing if it %s', async (_title, raw, field) => {
    await using fresh = await freshAccount()
    const { account } = fresh
    const before = await account.state()
    await expect(account.deliver({ to: TO, raw })).rejects.toMatchObject({ status: 400, field })
    expect(await account.state()).toEqual(before)
  })

  it('that came over SMTP is there with all its bytes', async () => {
    await using sandbox = await startSandbox({
      smtp: true,
      scenario: { aliases: [{ id: 'shop' }] },
    })
    const mailer = createTransport(sandbox.smtpUrl)
    const latin = Buffer.from(
      'Subject: a\r\nContent-Type: text/plain; charset=latin1\r\n\r\n\xfc\r\n',
      'latin1',
    )
    await mailer.sendMail({ envelope: { from: 'a@b.example', to: TO }, raw: latin })
    const { inbox } = sandbox.defaultAccount
    const mail = await inbox.waitFor()
    expect(mail.text.trim()).toBe('ü')
    expect(Buffer.from(await inbox.raw(mail.id)).includes(latin)).toBe(true)
    mailer.close()
  })
})

describe('a mail that is delivered by its fields', () => {
  it('can have attachments', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    const attachments = [{ name: 'bill.pdf', content: PDF.toString('base64') }]
    await account.deliver({ to: TO, attachments })
    const [mail] = await account.inbox.list()
    expect(mail!.attachments).toEqual([
      { name: 'bill.pdf', type: 'application/octet-stream', size: PDF.length },
    ])
    expect(await account.inbox.attachment(mail!.id, 1)).toEqual(new Uint8Array(PDF))
  })

  it.each(['0', '2', '1.0', '1e0', '0x1', '01', '%201', '-1', 'one', '__proto__'])(
    'has no attachment %s',
    async (number) => {
      await using fresh = await freshAccount()
      const { account, sandbox } = fresh
      await account.deliver({ to: TO, attachments: [{ name: 'a', content: '' }] })
      const [mail] = await account.inbox.list()
      const path = `accounts/${account.name}/inbox/${mail!.id}/attachments/${number}`
      const answer = await fetch(`${sandbox.url}/_sandbox/${path}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ message: expect.stringContaining('it has 1') })
    },
  )

  it('is not there as it was sent, and says why', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, text: 'Hello' })
    const [mail] = await account.inbox.list()
    expect([mail!.headers, mail!.raw_bytes]).toEqual([[], null])
    await expect(account.inbox.raw(mail!.id)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('it was delivered by its fields'),
    })
  })
})

describe('what a mail brings', () => {
  it('is never shown by a browser as a page of the sandbox', async () => {
    await using fresh = await freshAccount()
    const { account, sandbox } = fresh
    const content = Buffer.from('<script>alert(1)</script>').toString('base64')
    const name = 'a"\'();\u202e\ud83d\u00fc.html'
    await account.deliver({ to: TO, attachments: [{ name, type: 'text/html', content }] })
    const [mail] = await account.inbox.list()
    const url = `${sandbox.url}/_sandbox/accounts/${account.name}/inbox/${mail!.id}/attachments/1`
    const { headers } = await fetch(url)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/)
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('an inbox', () => {
  it('can be emptied, while the history keeps what was delivered', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, subject: 'old' })
    const [old] = await account.inbox.list()
    await account.inbox.clear()
    expect(await account.inbox.list()).toEqual([])
    await expect(account.inbox.get(old!.id)).rejects.toMatchObject({ code: 'not_found' })
    await account.deliver({ to: TO, subject: 'new' })
    expect((await account.inbox.waitFor()).subject).toBe('new')
    expect(await account.history({ types: ['mail'] })).toHaveLength(2)
    expect((await account.aliases())[0]!.forward_count).toBe(2)
  })

  it('that is emptied does not name older mails when none comes', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: 'nobody@alias-sandbox.example' })
    await account.inbox.clear()
    const waiting = account.inbox.waitFor({ timeout: '1ms' })
    await expect(waiting).rejects.toThrow(/came within 0\.001 s\.$/)
  })

  it('selects by the time of the account', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, subject: 'first' })
    await account.clock.advance('1h')
    await account.deliver({ to: TO, subject: 'second' })
    const since = async (time: string | number) =>
      (await account.inbox.list({ since: time })).map(({ subject }) => subject)
    expect(await since('2026-03-01T12:00:00Z')).toEqual(['first', 'second'])
    expect(await since('2026-03-01T12:00:00.001Z')).toEqual(['second'])
    expect(await since(Date.parse('2026-03-01T13:00:01Z') / 1_000)).toEqual([])
    await expect(since('yesterday')).rejects.toMatchObject({
      field: 'since',
      message: 'since must be an ISO time or epoch seconds (got "yesterday")',
    })
  })
})
