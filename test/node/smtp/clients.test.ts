import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseMail } from '../../../src/mail/parse-mail.ts'
import { startWatched } from '../../support/smtp/raw-smtp.ts'
import { findPython } from '../../support/tools/find-command.js'
import { needs } from '../../support/tools/needs.ts'

const run = promisify(execFile)
const read = async (raw: string) => parseMail(Buffer.from(raw, 'latin1'))

const refusing = {
  check: (recipient: string) =>
    recipient.startsWith('gone')
      ? ({ accepted: false, status: 550, enhanced: '5.1.1', message: 'no such alias' } as const)
      : ({ accepted: true } as const),
}

describe('nodemailer', () => {
  it.each([
    ['without a login', {}],
    ['with a login', { auth: { user: 'any', pass: 'body' } }],
    ['over one connection', { pool: true }],
  ])('sends mails %s', async (_how, options) => {
    const server = await startWatched()
    const transport = createTransport({ host: '127.0.0.1', port: server.port, ...options })
    onTestFinished(() => transport.close())
    for (const code of ['483920', '771100']) {
      await transport.sendMail({
        from: 'Acme <no-reply@acme.example>',
        to: 'b@b.example',
        subject: 'Grüße',
        text: `Your code is ${code}`,
        html: `<p>Your code is <b>${code}</b>. <a href="https://acme.example/?a=1&amp;b=2">Go</a></p>`,
        attachments: [{ filename: 'ä.txt', content: 'attached' }],
      })
    }
    const mails = await Promise.all(server.mails.map(({ raw }) => read(raw)))
    expect(mails[1]!.text).toContain('771100')
    expect(mails[0]).toMatchObject({
      subject: 'Grüße',
      from: 'no-reply@acme.example',
      text: expect.stringContaining('483920'),
      html: expect.stringContaining('https://acme.example/?a=1'),
      attachments: [{ name: 'ä.txt', type: 'text/plain' }],
    })
  })

  it('gets the refusal with its codes', async () => {
    const server = await startWatched(refusing)
    const transport = createTransport({ host: '127.0.0.1', port: server.port })
    onTestFinished(() => transport.close())
    const sent = transport.sendMail({ from: 'a@a.example', to: 'gone@b.example', text: 'hi' })
    await expect(sent).rejects.toMatchObject({
      responseCode: 550,
      response: '550 5.1.1 no such alias',
    })
  })
})

describe('smtplib of Python', () => {
  const script = `
import smtplib, sys
from email.message import EmailMessage
mail = EmailMessage()
mail['From'] = 'Acme <no-reply@acme.example>'
mail['To'] = 'b@b.example'
mail['Subject'] = 'Gr\\u00fc\\u00dfe'
mail.set_content('Your code is 483920\\n.\\n..two dots')
with smtplib.SMTP('127.0.0.1', int(sys.argv[1])) as smtp:
    if len(sys.argv) > 2:
        smtp.login('any', 'body')
    smtp.send_message(mail)
    try:
        smtp.send_message(mail, to_addrs=['gone@b.example'])
    except smtplib.SMTPRecipientsRefused as refused:
        print(refused.recipients['gone@b.example'])
`

  it.each([
    ['without a login', []],
    ['with a login', ['login']],
  ])('sends mails %s', needs('python3 smtplib'), async (_how, args) => {
    const server = await startWatched(refusing)
    const python = findPython('smtplib')!
    const { stdout } = await run(python, ['-c', script, String(server.port), ...args])
    expect(stdout.trim()).toBe("(550, b'5.1.1 no such alias')")
    expect(server.mails).toHaveLength(1)
    const mail = await read(server.mails[0]!.raw)
    expect(mail).toMatchObject({ subject: 'Grüße' })
    expect(mail.text).toBe('Your code is 483920\n.\n..two dots\n')
  })
})

describe('curl', needs('curl'), () => {
  it('sends a message byte for byte', async () => {
    const server = await startWatched()
    const message = 'Subject: Hello\r\n\r\n.Your code is 482913.\r\n'
    const url = `smtp://127.0.0.1:${server.port}`
    const sent = run('curl', [
      '-sS',
      url,
      '--mail-from',
      'a@a.example',
      '--mail-rcpt',
      'b@b.example',
      '-T',
      '-',
    ])
    sent.child.stdin!.end(message)
    await sent
    expect(server.mails.map(({ raw }) => raw)).toEqual([message])
  })
})

describe('swaks', needs('swaks'), () => {
  it.each([
    ['one command at a time', []],
    ['pipelined, with a login', ['--pipeline', '--auth', 'LOGIN', '-au', 'any', '-ap', 'body']],
  ])('sends to those whom the server accepts, %s', async (_how, args) => {
    const server = await startWatched(refusing)
    const letter = 'Subject: Hello\n\nYour code is 482913\n.\n..two dots'
    const to = 'b@b.example,gone@b.example'
    const sent = await run('swaks', [
      `--server=127.0.0.1:${server.port}`,
      '--from=a@a.example',
      `--to=${to}`,
      `--data=${letter}`,
      ...args,
    ])
    expect(sent.stdout).toContain('550 5.1.1 no such alias')
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([['b@b.example']])
    const { subject, text } = await read(server.mails[0]!.raw)
    expect(subject).toBe('Hello')
    expect(text!.trimEnd()).toBe('Your code is 482913\n.\n..two dots')
  })
})
