// Input from those who send mail: each line of a session, and the parts of a message.
import { limits } from '../limits.js'

const LINE = 4_096
const TO = 'first@alias-sandbox.example'

/** A whole session in one piece, as of a client that waits for no answer. */
function sessionRow(name, covers, linesOf) {
  return {
    name: `SMTP: ${name}`,
    covers,
    kind: 'mail',
    make: (draw) => ({ bytes: Buffer.from(linesOf(draw).join('\r\n')) }),
  }
}

function session({ hello = 'EHLO client', more = [], from = 'a@b.example', to = [TO], message }) {
  return [
    hello,
    ...more,
    `MAIL FROM:<${from}>`,
    ...to.map((each) => `RCPT TO:<${each}>`),
    'DATA',
    message ?? 'Subject: hello\r\n\r\nCode: 482913',
    '.',
    'QUIT',
    '',
  ]
}

/** Of any form, or one that at least has a domain. */
function addressOf(draw) {
  const text = draw.text(LINE, 'first')
  return draw.chance(0.3) ? text : `${text}@alias-sandbox.example`
}

export const smtpRows = [
  sessionRow('name of the client', ['smtp:EHLO'], (draw) =>
    session({ hello: `EHLO ${draw.text(LINE, 'client')}` }),
  ),
  sessionRow('login', ['smtp:AUTH'], (draw) =>
    session({ more: [`AUTH PLAIN ${draw.text(LINE, 'AGEAYg==')}`] }),
  ),
  sessionRow('sender', ['smtp:MAIL'], (draw) => session({ from: addressOf(draw) })),
  sessionRow('recipient', ['smtp:RCPT'], (draw) => session({ to: [TO, addressOf(draw)] })),
  sessionRow('recipients', ['smtp:RCPT'], (draw) => {
    const count = draw.content === 'valid' ? 3 : draw.size(limits.smtp.value)
    const nameOf = draw.oneOf([() => 'first', (index) => `no-${index}`, () => 'second'])
    const to = Array.from({ length: count }, (_, index) => `${nameOf(index)}@alias-sandbox.example`)
    return session({ to })
  }),
  sessionRow('any command', [], (draw) => session({ more: [draw.text(LINE, 'NOOP')] })),
  sessionRow('message', ['smtp:DATA'], (draw) => session({ message: messageOf(draw) })),
  sessionRow('subject', ['smtp:DATA'], (draw) => {
    const subject = draw.text(limits.mailHeaderBytes.value, 'hello')
    return session({ message: `Subject: ${subject}\r\n\r\nx` })
  }),
]

/** As long as a mail may be, with as many parts or as deep as it may be, or beyond. */
function messageOf(draw) {
  switch (draw.content) {
    case 'deep':
      return nested(draw.size(limits.depth.value * draw.oneOf([1, 40])))
    case 'wide':
      return draw.oneOf([parts, headers])(draw)
    case 'long': {
      const line = draw.oneOf(['x'.repeat(76), 'x'.repeat(990), '', '<b>', '482913 ', '.'])
      const lines = Math.ceil(draw.size(limits.mailBytes.value) / (line.length + 2))
      const type = draw.oneOf(['text/plain', 'text/html', 'application/octet-stream'])
      const head = `Content-Type: ${type}\r\n\r\n`
      return head + `${line === '.' ? '..' : line}\r\n`.repeat(lines)
    }
    default:
      return 'Subject: hello\r\n\r\nCode: 482913'
  }
}

function nested(depth) {
  const heads = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}`,
  )
  return `${heads.join('\r\n')}\r\n\r\nx`
}

function parts(draw) {
  const count = draw.size(1_000 * draw.oneOf([1, 10]))
  const part = '--b\r\nContent-Disposition: attachment; filename="a"\r\n\r\nx\r\n'
  return `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}--b--`
}

function headers(draw) {
  const line = draw.oneOf(['X: y', 'To: a@b.example', 'Received: x', 'Subject: =?utf-8?B?w6k=?='])
  const count = Math.ceil(draw.size(limits.mailHeaderBytes.value) / line.length)
  return `${`${line}\r\n`.repeat(count)}\r\nx`
}
