import { limits } from '../../../src/contract/limits.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ReceivedBytes } from '../../../src/core/sizes/received-bytes.ts'
import type { SmtpAnswer } from '../../../src/node/smtp/smtp-server.ts'
import { RawSmtp, startWatched, type WatchedServer } from '../../support/smtp/raw-smtp.ts'

/** Set anew for each test, so that the server can be asked afterwards whether it is well. */
let server: WatchedServer
beforeEach(async () => {
  server = await startWatched()
})

/** After each attack, the next client sends a mail as if nothing had happened. */
async function expectWell(): Promise<void> {
  const before = server.mails.length
  const client = await RawSmtp.greeted(server)
  await client.beginData()
  expect(await client.say('after\r\n.')).toMatch(/^250 /)
  expect(server.mails.slice(before).map(({ raw }) => raw)).toEqual(['after\r\n'])
  expect(server.reported).toEqual([])
}

describe('smuggling', () => {
  const SMUGGLED = 'MAIL FROM:<x@x.example>\r\nRCPT TO:<y@y.example>\r\nDATA\r\nsmuggled\r\n.\r\n'

  it.each([
    '\n.\n',
    '\n.\r\n',
    '\r\n.\n',
    '\r.\r',
    '\r.\r\n',
    '\r\n.\r',
    '\n\n.\r\n',
    '\r\r\n.\r\r\n',
    '\r\n.\0\r\n',
    '\r\n. \r\n',
    '\r\n\0.\r\n',
  ])('a message does not end with %j', async (end) => {
    const client = await RawSmtp.greeted(server)
    await client.beginData()
    client.write(`first${end}${SMUGGLED}`)
    expect(await client.reply()).toMatch(/^250 /)
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]!.raw).toContain('smuggled')
    expect(server.mails[0]!.raw).toContain('MAIL FROM:<x@x.example>')
    expect(server.checked.map(({ recipient }) => recipient)).toEqual(['b@b.example'])
    await expectWell()
  })

  it.each(['..\r\n', '\r\n.\r\n', '.\r\n.\r\n'])(
    'the way in which %j is cut into packets changes nothing',
    async (text) => {
      const message = `${text.startsWith('.') ? '' : 'a'}${text}`
      const raws: string[] = []
      for (const isCut of [false, true]) {
        const client = await RawSmtp.greeted(server)
        await client.beginData()
        client.socket.setNoDelay(true)
        const all = `${message}.\r\nNOOP\r\n`
        for (const piece of isCut ? all : [all]) {
          client.write(piece)
          await new Promise((resolve) => setImmediate(resolve))
        }
        expect(await client.reply()).toMatch(/^250 /)
        raws.push(server.mails.at(-1)!.raw)
      }
      expect(raws[1]).toBe(raws[0])
    },
  )

  it('a dot after a bare line feed is unescaped as after CRLF, and bare line feeds stay', async () => {
    const client = await RawSmtp.greeted(server)
    await client.beginData()
    expect(await client.say('a\n..b\r\n..c\nd\r\n.')).toMatch(/^250 /)
    expect(server.mails[0]!.raw).toBe('a\n.b\r\n.c\nd\r\n')
  })

  it('chunks are not offered and not taken', async () => {
    const client = await RawSmtp.greeted(server)
    await client.sayAll('MAIL FROM:<a@a.example>', 'RCPT TO:<b@b.example>')
    expect(await client.say('BDAT 10 LAST')).toMatch(/^500 /)
    expect(await client.say('MAIL FROM:<a@a.example> BODY=BINARYMIME')).toMatch(/^50[13] /)
    expect(server.mails).toEqual([])
  })
})

describe('addresses that would be headers or commands', () => {
  it.each([
    'MAIL FROM:<a@a.example\r\nRCPT TO:<z@z.example>>',
    'MAIL FROM:<a@a.example\rBcc: z@z.example>',
    'MAIL FROM:<a@a.example\0>',
    'MAIL FROM:<a@a.example> ENVID=x+0D+0ARCPT',
    'MAIL FROM:<a@a.example> SIZE=1 SIZE=2',
    'MAIL FROM:<<a@a.example>>',
    'MAIL FROM:a@a.example',
    `MAIL FROM:<${'a'.repeat(300)}@a.example>`,
  ])('%j is refused', async (line) => {
    const client = await RawSmtp.greeted(server)
    expect(await client.say(line)).toMatch(/^50[01] /)
    expect(server.checked).toEqual([])
    await expectWell()
  })

  it.each(['RCPT TO:<>', 'RCPT TO:<b@b.example\rX: y>', 'RCPT TO:<b@b.example\0>', 'RCPT TO:<b@>'])(
    '%j is refused',
    async (line) => {
      const client = await RawSmtp.greeted(server)
      await client.say('MAIL FROM:<a@a.example>')
      expect(await client.say(line)).toMatch(/^501 /)
      expect(server.checked).toEqual([])
    },
  )
})

describe('too much', () => {
  it('a mail of more than 10 MiB gets 552 at its end, and one of exactly 10 MiB is taken', async () => {
    const client = await RawSmtp.greeted(server)
    await client.beginData()
    client.write(`${'x'.repeat(limits.mailBytes.value - 1)}\r\n.\r\n`)
    expect(await client.reply()).toBe('552 5.3.4 a mail may have at most 10485760 bytes')
    expect(server.mails).toEqual([])
    await client.beginData()
    client.write(`${'x'.repeat(limits.mailBytes.value - 2)}\r\n.\r\n`)
    expect(await client.reply()).toMatch(/^250 /)
    expect(server.mails[0]!.raw).toHaveLength(limits.mailBytes.value)
  })

  it('the 101st recipient gets 452, also when all are refused', async () => {
    const refusing = await startWatched({
      check: () => ({ accepted: false, status: 550, enhanced: '5.1.1', message: 'no such alias' }),
    })
    for (const [each, first] of [
      [server, '250'],
      [refusing, '550'],
    ] as const) {
      const client = await RawSmtp.greeted(each)
      await client.say('MAIL FROM:<a@a.example>')
      const count = 10_000
      client.write(
        Array.from({ length: count }, (_, at) => `RCPT TO:<b${at}@b.example>\r\n`).join(''),
      )
      const codes = (await client.replies(count)).map((reply) => reply.slice(0, 3))
      expect(codes.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => first))
      expect(new Set(codes.slice(100))).toEqual(new Set(['452']))
      expect(each.checked).toHaveLength(100)
    }
    await expectWell()
  })

  it.each([
    ['MAIL and RSET', 'MAIL FROM:<a@a.example>\r\nRSET\r\n'],
    ['NOOP', 'NOOP\r\nNOOP\r\n'],
    ['EHLO', 'EHLO client.example\r\nEHLO client.example\r\n'],
  ])('who sends 100 commands and no mail gets 421: %s', async (_what, commands) => {
    const client = await RawSmtp.greeted(server)
    client.write(commands.repeat(1_000))
    const replies = await client.rest()
    expect(replies).toMatch(/\r\n421 too many commands without a mail\r\n$/)
    expect(replies.match(/^\d{3} /gm)!.length).toBe(limits.smtp.value)
    await expectWell()
  })

  it('each mail has its own recipients and commands', async () => {
    const client = await RawSmtp.greeted(server)
    for (let count = 0; count < 60; count += 1) {
      const length = count === 0 ? limits.smtp.value : 1
      const recipients = Array.from({ length }, (_, at) => `RCPT TO:<b${at}@b.example>`)
      client.write(['MAIL FROM:<a@a.example>', ...recipients, 'DATA', 'hi', '.', ''].join('\r\n'))
      expect((await client.replies(length + 3)).at(-1)).toMatch(/^250 /)
    }
    expect(server.mails).toHaveLength(60)
  })

  it('mails that wait to be read hold memory, until they are answered', async () => {
    let read!: (answer: SmtpAnswer) => void
    const reading = new Promise<SmtpAnswer>((resolve) => (read = resolve))
    const busy = await startWatched(
      { deliver: () => reading },
      { received: new ReceivedBytes(1_000_000) },
    )
    const mail = `${'x'.repeat(400_000)}\r\n.\r\n`
    const send = async () => {
      const client = await RawSmtp.greeted(busy)
      await client.beginData()
      client.write(mail)
      return client
    }
    const waiting: RawSmtp[] = []
    for (let count = 1; count <= 2; count += 1) {
      waiting.push(await send())
      await expect.poll(() => busy.mails.length).toBe(count)
    }
    const late = await send()
    expect(await late.reply()).toMatch(/^452 4\.3\.1 /)
    read({ accepted: true })
    for (const client of waiting) expect(await client.reply()).toMatch(/^250 /)
    await late.beginData()
    late.write(mail)
    expect(await late.reply()).toMatch(/^250 /)
  })

  it('a line without an end, and commands that are none, are cut off', async () => {
    const long = await RawSmtp.greeted(server)
    long.write('x'.repeat(100_000))
    expect(await long.rest()).toMatch(/^421 /)
    const wild = await RawSmtp.greeted(server)
    wild.write('NONSENSE\r\n'.repeat(1_000))
    expect(await wild.rest()).toMatch(/^(?:500 .*\r\n){9}421 .*\r\n$/)
    await expectWell()
  })

  it('a long line in a message is part of it', async () => {
    const client = await RawSmtp.greeted(server)
    await client.beginData()
    expect(await client.say(`${'x'.repeat(1_000_000)}\r\n.`)).toMatch(/^250 /)
    expect(server.mails[0]!.raw).toHaveLength(1_000_002)
  })

  it('a message of nothing but escaped dots arrives whole', async () => {
    const client = await RawSmtp.greeted(server)
    await client.beginData()
    expect(await client.say(`${'..\r\n'.repeat(20_000)}.`)).toMatch(/^250 /)
    expect(server.mails[0]!.raw).toBe('.\r\n'.repeat(20_000))
  })
})

describe('out of order', () => {
  it('who talks before the greeting is cut off', async () => {
    const client = await RawSmtp.connect(server)
    client.write('EHLO client.example\r\n')
    expect(await client.rest()).toMatch(/^421 /)
  })

  it('a request of a web page is cut off', async () => {
    const client = await RawSmtp.greeted(server)
    client.write('POST / HTTP/1.1\r\nHost: localhost\r\n\r\nMAIL FROM:<a@a.example>\r\n')
    expect(await client.rest()).toMatch(/^421 /)
    expect(server.checked).toEqual([])
  })

  it.each([
    ['MAIL', 'MAIL FROM:<a@a.example>'],
    ['RCPT', 'RCPT TO:<b@b.example>'],
    ['DATA', 'DATA'],
  ])('%s comes in its turn', async (_command, line) => {
    const client = await RawSmtp.connect(server)
    await client.reply()
    expect(await client.say(line)).toMatch(/^503 /)
  })

  it('pipelined commands are answered in order', async () => {
    const client = await RawSmtp.greeted(server)
    const lines = ['MAIL FROM:<a@a.example>', 'RCPT TO:<b@b.example>', 'DATA', 'one', '.']
    client.write(`${[...lines, ...lines, 'QUIT'].join('\r\n')}\r\n`)
    const codes = (await client.replies(9)).map((reply) => reply.slice(0, 3))
    expect(codes).toEqual(['250', '250', '354', '250', '250', '250', '354', '250', '221'])
    expect(server.mails.map(({ raw }) => raw)).toEqual(['one\r\n', 'one\r\n'])
  })

  it.each([
    ['ends its side', (client: RawSmtp) => void client.socket.end()],
    ['resets', (client: RawSmtp) => void client.socket.resetAndDestroy()],
  ])('a mail whose client %s in its middle is forgotten', async (_how, leave) => {
    const client = await RawSmtp.greeted(server)
    await client.beginData()
    client.write('half a mail\r\n')
    leave(client)
    await client.rest()
    await expectWell()
  })

  it('bytes of any kind get replies or the end', async () => {
    const client = await RawSmtp.greeted(server)
    client.write(Array.from({ length: 65_536 }, (_, at) => String.fromCharCode(at & 255)).join(''))
    client.socket.end()
    expect(await client.rest()).toMatch(/^(?:\d{3}[ -][^\r\n]*\r\n)*$/)
    await expectWell()
  })
})

describe('too slow', () => {
  it('who sends nothing is cut off', async () => {
    const quick = await startWatched({}, { mailMs: 2_000 })
    const idle = await RawSmtp.greeted(quick)
    expect(await idle.rest()).toMatch(/^421 /)
    const sending = await RawSmtp.greeted(quick)
    await sending.beginData()
    sending.write('half a mail')
    expect(await sending.rest()).toMatch(/^421 /)
    expect(quick.mails).toEqual([])
  })

  it.each([
    ['a message drop by drop', true],
    ['a command drop by drop', false],
  ])('who sends %s is cut off', async (_what, isMessage) => {
    const quick = await startWatched({}, { mailMs: 2_000 })
    const client = await RawSmtp.greeted(quick)
    if (isMessage) await client.beginData()
    client.socket.setNoDelay(true)
    const timer = setInterval(() => client.write('x'), 10)
    client.socket.on('close', () => clearInterval(timer))
    expect(await client.rest()).toMatch(/421 Timeout - closing connection\r\n$/)
    expect(quick.mails).toEqual([])
  })

  it('the time in which a mail is read is not that of its client, who may send the next one', async () => {
    let read!: (answer: SmtpAnswer) => void
    const slow = await startWatched(
      { deliver: () => new Promise<SmtpAnswer>((resolve) => (read = resolve)) },
      { mailMs: 1_000 },
    )
    const client = await RawSmtp.greeted(slow)
    await client.beginData()
    client.write('one\r\n.\r\n')
    const idle = await RawSmtp.greeted(slow)
    expect(await idle.rest()).toMatch(/^421 /)
    read({ accepted: true })
    expect(await client.reply()).toMatch(/^250 /)
    expect(await client.say('NOOP')).toMatch(/^250 /)
  })
})

describe('who leaves', () => {
  it('is told to whoever decides about the mail, which need not be read any more', async () => {
    let hear!: () => void
    const heard = new Promise<void>((resolve) => (hear = resolve))
    const waiting = await startWatched({
      deliver: (_mail, left) =>
        new Promise<SmtpAnswer>((resolve) => {
          left.addEventListener('abort', () => {
            hear()
            resolve({ accepted: true })
          })
        }),
    })
    const client = await RawSmtp.greeted(waiting)
    await client.beginData()
    client.write('hi\r\n.\r\n')
    await expect.poll(() => waiting.mails.length).toBe(1)
    client.socket.destroy()
    await heard
  })
})

afterEach(() => expect(server.reported).toEqual([]))
