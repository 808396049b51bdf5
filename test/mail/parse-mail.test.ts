import { describe, expect, it } from 'vitest'
import { parseMail } from '../../src/mail/parse-mail.ts'

const parse = async (lines: readonly string[]) => parseMail(Buffer.from(lines.join('\r\n')))

describe('a mail', () => {
  it('is read with text, HTML and attachments', async () => {
    const mail = await parse([
      'From: =?UTF-8?B?QWTDoQ==?= <ada@a.example>',
      'To: Bob <bob@b.example>, Team: c@c.example, d@d.example;',
      'Subject: =?UTF-8?Q?Best=C3=A4tigung?=',
      'Date: Wed, 25 Nov 2026 10:00:00 +0100',
      'X-Folded: one',
      ' two',
      'Content-Type: multipart/mixed; boundary=outer',
      '',
      '--outer',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe. Your code: 483920',
      'https://a.example/?a=3D1&b=3D2',
      '--inner',
      'Content-Type: text/html',
      '',
      '<b>483920</b> <a href="https://a.example/?a=1&amp;b=2">x</a> <a href="https://b.example">y</a>',
      '--inner--',
      '--outer',
      'Content-Type: application/pdf; name="a.pdf"',
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
      '',
      'AAEC/w==',
      '--outer--',
      '',
    ])
    expect(mail).toMatchObject({
      from: 'ada@a.example',
      subject: 'Bestätigung',
    })
    expect(mail.text).toBe('Grüße. Your code: 483920\nhttps://a.example/?a=1&b=2\n')
    expect(mail.html).toContain('<b>483920</b>')
    expect(mail.headers).toContainEqual({ name: 'X-Folded', value: 'one two' })
    expect(mail.attachments).toEqual([
      { name: 'a.pdf', type: 'application/pdf', content: Uint8Array.of(0, 1, 2, 255) },
    ])
  })

  it('of HTML alone has no text', async () => {
    const mail = await parse(['Content-Type: text/html', '', '<p>Your code</p>'])
    expect(mail).toMatchObject({ text: undefined, html: '<p>Your code</p>\n' })
  })

  it('from a group is from its first address', async () => {
    const { from } = await parse(['From: Team: c@c.example, d@d.example;', '', 'hi'])
    expect(from).toBe('c@c.example')
  })

  it('in a mail is an attachment', async () => {
    const { attachments, text } = await parse([
      'Content-Type: message/rfc822',
      '',
      'Subject: inner',
      '',
      'Your code: 483920',
    ])
    expect(text).toBeUndefined()
    expect(attachments.map(({ type }) => type)).toEqual(['message/rfc822'])
  })

  it('without anything is an empty one', async () => {
    expect(await parseMail(new Uint8Array())).toEqual({
      from: undefined,
      subject: '',
      text: undefined,
      html: undefined,
      headers: [],
      attachments: [],
    })
  })
})
