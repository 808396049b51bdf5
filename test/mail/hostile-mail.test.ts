import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../../src/contract/limits.ts'
import { findCodes } from '../../src/mail/find-codes.ts'
import { findLinks } from '../../src/mail/find-links.ts'
import { parseMail } from '../../src/mail/parse-mail.ts'
import { readHtml } from '../../src/mail/read-html.ts'

const HEAD = 'From: a@a.example\r\nSubject: hello\r\n'

function nested(depth: number): string {
  const levels = Array.from({ length: depth }, (_, level) => level)
  return `${HEAD}${levels
    .map((level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`)
    .join('')}\r\ndeep`
}

const multipart = `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n`

describe('a mail beyond the limits is refused, and it is said why', () => {
  it.each([
    [
      'too many bytes',
      () => `${HEAD}\r\n${'x'.repeat(limits.mailBytes.value)}`,
      'a mail may be at most 10 MiB',
    ],
    ['ten million empty lines', () => `${HEAD}\r\n${'\n'.repeat(10_000_000)}`, '150,000 lines'],
    ['10,000 parts', () => multipart + '--b\r\n\r\nx\r\n'.repeat(10_000), '150,000 lines'],
    ['deep nesting', () => nested(200), 'nesting depth of 100'],
    [
      'endless headers',
      () => `${HEAD}X: ${'x'.repeat(limits.mailHeaderBytes.value)}\r\n\r\nhi`,
      'header size',
    ],
    [
      'headers in each part',
      () => multipart + `--b\r\nX: ${'x'.repeat(1_000)}\r\n\r\nhi\r\n`.repeat(500),
      'header size',
    ],
    ['a long From', () => `From: ${'a:'.repeat(125_000)}\r\n\r\nhi`, 'at most 32 KiB'],
    ['a From in many lines', () => `From:${'\r\n a:'.repeat(20_000)}\r\n\r\nhi`, 'at most 32 KiB'],
    ['a From of a blank name', () => `\tFROM \n : ${'a:'.repeat(20_000)}\n\nhi`, 'at most 32 KiB'],
    [
      'many lists of recipients',
      () => `${`Cc: ${'a:'.repeat(500)}\n`.repeat(40)}\nhi`,
      'at most 32 KiB',
    ],
  ])('%s', async (_what, mail, problem) => {
    await expect(parseMail(Buffer.from(mail()))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(problem) as string,
    })
  })

  it('within them, the whole is read', async () => {
    const read = await parseMail(Buffer.from(nested(100)))
    expect(read.text).toContain('deep')
    const to = Array.from({ length: 1_000 }, (_, at) => `user${at}@many.example`).join(',\r\n ')
    const many = await parseMail(
      Buffer.from(`${HEAD}To: ${to}\r\n\r\nFrom: ${'a:'.repeat(50_000)}`),
    )
    expect(many).toMatchObject({ from: 'a@a.example', subject: 'hello' })
  })
})

/** Each made a careless reader slow: the time grew with the square of the length. */
const slowTexts: [string, string][] = [
  ['signs without an end', '<'],
  ['tags without an end', '<a '],
  ['quotes without an end', '<a href="'],
  ['comments without an end', '<!--'],
  ['styles without an end', '<style>'],
  ['attributes', '<a href = '],
  ['entities', '&#'],
  ['digits', '1'],
  ['numbers in lists', '1,'],
  ['numbers in groups', '123 '],
  ['phone numbers', '+1 ('],
  ['words', 'code'],
  ['words of code', 'code '],
  ['hints', 'order no '],
  ['braces', '{'],
  ['rules', '{a:;'],
  ['at signs', 'a@'],
  ['dots', 'a.'],
  ['links', 'http://'],
  ['links in brackets', 'https://a.example/)'],
  ['brackets', '(('],
  ['blanks', ' '],
  ['dashes', '-'],
]

describe('nothing takes more than a moment', () => {
  it.each(slowTexts)('%s', (_what, piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    const html = readHtml(text)
    expect(findCodes(text, text).length).toBeLessThanOrEqual(10)
    expect(findLinks(text, html.links, true).length).toBeLessThanOrEqual(200)
  })

  it.each(slowTexts.map(([what, piece]) => [`headers of ${what}`, piece]))(
    '%s',
    async (_what, piece) => {
      const value = piece!.repeat(Math.floor(15_000 / piece!.length))
      const names = ['From', 'To', 'Subject', 'Date', 'Content-Type', 'Content-Disposition']
      const read = await parseMail(
        Buffer.from(`${names.map((name) => `${name}: ${value}`).join('\r\n')}\r\n\r\nhi`),
      )
      expect(read.headers).toHaveLength(names.length)
    },
  )
})

describe('whatever the bytes are, there is an answer', () => {
  const pieces = fc.constantFrom(
    'Content-Type: multipart/mixed; boundary=b\r\n',
    'Content-Type: text/html; charset=nonsense\r\n',
    'Content-Type: text/plain; charset=utf-16\r\n',
    'Content-Type: message/rfc822\r\n',
    'Content-Type: text/calendar; method=\0\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    'Content-Transfer-Encoding: quoted-printable\r\n',
    "Content-Disposition: attachment; filename*=utf-8''%ff%; filename*0*=a\r\n",
    'Subject: =?utf-8?B?/w==?= =?x?q?=ff?=\r\n',
    'From: "<<,;:@\r\n',
    'To: Team:;, a, @, <>\r\n',
    'Date: 99999999\r\n',
    '__proto__: x\r\n',
    '--b\r\n',
    '--b--\r\n',
    '\r\n',
    '\n',
    '\r',
    '=',
    '=FF=\r\n',
    '&#99999999;<a href="https://x',
    '\0',
    'code: 123456',
  )
  const bytes = fc
    .array(
      fc.oneof(
        pieces.map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 20 }),
      ),
      {
        maxLength: 40,
      },
    )
    .map((parts) => Buffer.concat(parts))

  it('for hostile ones', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (raw) => {
        const mail = await parseMail(raw)
        expect(mail.attachments.every(({ content }) => content instanceof Uint8Array)).toBe(true)
        expect(['string', 'undefined']).toContain(typeof mail.from)
      }),
    )
  })
})
