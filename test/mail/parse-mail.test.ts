import { describe, expect, it } from 'vitest'
import { parseMail } from '../../src/mail/parse-mail.ts'

const parse = async (lines: readonly string[]) => parseMail(Buffer.from(lines.join('\r\n')))

describe('a mail', () => {
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
