import { freshSandbox, type FreshOptions } from '../support/http/fresh-sandbox.ts'
import { silentClient } from '../support/http/raw-reader.ts'
import { RawSmtp } from '../support/smtp/raw-smtp.ts'

/** A user of a fresh sandbox, and what he is told: the status and the text of an answer. */
export type User = Awaited<ReturnType<typeof newUser>>

const ADDRESS = 'shop@alias-sandbox.example'

export async function newUser(options: FreshOptions = {}) {
  const running = await freshSandbox({
    scenario: 'unlimited',
    smtpPort: 0,
    with: { aliases: [{ id: 'shop' }] },
    ...options,
  })
  const { url, sandbox, smtpUrl } = running
  const send = async (line: string, body?: unknown, more: Record<string, string> = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const headers = {
      authorization: 'Bearer sandbox_default',
      'content-type': 'application/json',
      ...more,
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(`${url}${path}`, { method, headers, body: text ?? null })
    return `${answer.status} ${await answer.text()}`
  }
  const say = async (...lines: string[]) => {
    const client = await RawSmtp.greeted({ port: Number(new URL(smtpUrl!).port) })
    return client.sayAll(...lines)
  }
  return {
    url,
    sandbox,
    send,
    act: (action: string, input: object) => send(`POST /_sandbox/actions/${action}`, input),
    /** Repeats one action many times, without HTTP. */
    repeat(count: number, action: string, input: object) {
      for (let n = 0; n < count; n += 1)
        sandbox.perform(sandbox.account('default'), action, input, Date.now())
    },
    deliver: (input: object) => send('POST /_sandbox/inbox', { to: ADDRESS, ...input }),
    /** Sends bytes, and hears all until the connection ends. */
    async hear(bytes: string) {
      const socket = await silentClient(url, bytes)
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      await new Promise((resolve) => socket.once('close', resolve))
      return text
    },
    say,
    mail: (message: string) =>
      say('MAIL FROM:<a@a.example>', `RCPT TO:<${ADDRESS}>`, 'DATA', `${message}\r\n.`),
  }
}
