import { describe, expect, it } from 'vitest'
import { type SmtpAnswer } from '../../../src/node/smtp/smtp-server.ts'
import { RawSmtp, startWatched } from '../../support/smtp/raw-smtp.ts'

const refuse = (status: number, enhanced: string, message: string): SmtpAnswer => ({
  accepted: false,
  status,
  enhanced,
  message,
})

describe('the server', () => {
  it('greets with its name, without a version, and offers neither TLS nor chunks', async () => {
    const server = await startWatched()
    const client = await RawSmtp.connect(server)
    expect(await client.reply()).toBe('220 alias-sandbox ESMTP')
    expect((await client.say('EHLO client.example')).split('\r\n')).toEqual([
      '250-alias-sandbox',
      '250-PIPELINING',
      '250-8BITMIME',
      '250-SMTPUTF8',
      '250-AUTH PLAIN LOGIN CRAM-MD5 XOAUTH2',
      '250 SIZE 10485760',
    ])
    expect(await client.say('STARTTLS')).toMatch(/^500 /)
    expect(server.url).toBe(`smtp://127.0.0.1:${server.port}`)
  })

  it('takes a bounce, whose sender is empty, and mail after mail', async () => {
    const server = await startWatched()
    const client = await RawSmtp.greeted(server)
    for (const _ of ['one', 'two']) {
      await client.sayAll('MAIL FROM:<>', 'RCPT TO:<b@b.example>', 'DATA')
      expect(await client.say('hi\r\n.')).toMatch(/^250 /)
    }
    expect(server.mails.map(({ sender }) => sender)).toEqual(['', ''])
    expect(await client.say('QUIT')).toMatch(/^221 /)
  })

  it.each([
    ['PLAIN', ['AUTH PLAIN AGFueQBib2R5']],
    ['LOGIN', ['AUTH LOGIN', 'YW55', 'Ym9keQ==']],
    ['CRAM-MD5', ['AUTH CRAM-MD5', 'YW55IDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw']],
  ])('lets anybody log in with %s', async (_method, lines) => {
    const client = await RawSmtp.greeted(await startWatched())
    expect(await client.sayAll(...lines)).toMatch(/^235 /)
    expect(await client.beginData()).toMatch(/^354 /)
  })

  it('writes one line in ASCII, whatever the door says', async () => {
    const check = () => refuse(550, '5.1.1', `ü\r\n250 Accepted ${'x'.repeat(1_000)}`)
    const client = await RawSmtp.greeted(await startWatched({ check }))
    await client.say('MAIL FROM:<a@a.example>')
    const reply = await client.say('RCPT TO:<b@b.example>')
    expect(reply).toMatch(/^550 5\.1\.1 \?\?\?250 Accepted x+$/)
    expect(reply.length).toBeLessThanOrEqual(510)
    expect(await client.say('NOOP')).toBe('250 OK')
  })

  it('answers 451 when the door fails, says so, and goes on', async () => {
    const failure = new Error('broken')
    const fail = () => {
      throw failure
    }
    const server = await startWatched({
      check: (recipient) => (recipient.startsWith('x') ? fail() : { accepted: true }),
      deliver: fail,
    })
    const client = await RawSmtp.greeted(server)
    await client.say('MAIL FROM:<a@a.example>')
    expect(await client.say('RCPT TO:<x@b.example>')).toMatch(/^451 4\.3\.0 /)
    await client.sayAll('RCPT TO:<b@b.example>', 'DATA')
    expect(await client.say('hi\r\n.')).toMatch(/^451 4\.3\.0 /)
    expect(await client.beginData()).toMatch(/^354 /)
    expect(server.reported).toEqual([failure, failure])
  })
})

describe('stop', () => {
  it('ends with clients in every state, tells them, and may be called twice', async () => {
    const server = await startWatched()
    const greeted = await RawSmtp.greeted(server)
    const sending = await RawSmtp.greeted(server)
    await sending.beginData()
    sending.write('half a message')
    const deaf = await RawSmtp.greeted(server)
    deaf.socket.pause()
    const early = await RawSmtp.connect(server)
    await Promise.all([server.stop(), server.stop()])
    expect(await greeted.rest()).toBe('421 Server shutting down\r\n')
    expect(await sending.rest()).toBe('421 Server shutting down\r\n')
    await early.rest()
    expect(server.mails).toEqual([])
    const late = await RawSmtp.connect(server).catch((error: NodeJS.ErrnoException) => error.code)
    expect(late).toBe('ECONNREFUSED')
  })
})
