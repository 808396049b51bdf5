import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import {
  startSmtpServer,
  type MailDoor,
  type RunningSmtpServer,
  type SmtpAnswer,
  type SmtpServerOptions,
} from '../../../src/node/smtp/smtp-server.ts'

/** A mail that came through the door. */
export type DeliveredMail = { sender: string; recipients: string[]; raw: string }

/** A server as a test sees it: the mails, the questions to the door, and the reported errors. */
export type WatchedServer = RunningSmtpServer & {
  mails: DeliveredMail[]
  checked: { recipient: string; sender: string }[]
  reported: unknown[]
}

const accepted: SmtpAnswer = { accepted: true }

/** A server for this test. Its door takes everything, except where the test says otherwise. */
export async function startWatched(
  door: Partial<MailDoor> = {},
  options: Pick<SmtpServerOptions, 'received' | 'mailMs'> = {},
): Promise<WatchedServer> {
  const mails: DeliveredMail[] = []
  const checked: WatchedServer['checked'] = []
  const reported: unknown[] = []
  const server = await startSmtpServer({
    port: 0,
    host: '127.0.0.1',
    ...options,
    report: (error) => reported.push(error),
    door: {
      check(recipient, sender, before) {
        checked.push({ recipient, sender })
        return door.check?.(recipient, sender, before) ?? accepted
      },
      deliver(mail, left) {
        const { sender, recipients, raw } = mail
        mails.push({ sender, recipients: [...recipients], raw })
        return door.deliver?.(mail, left) ?? accepted
      },
    },
  })
  onTestFinished(() => server.stop())
  return { ...server, mails, checked, reported }
}

/** A client that writes bytes and reads replies. */
export class RawSmtp {
  readonly socket: Socket
  #text = ''
  #isClosed = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('error', () => {}) // it is cut off
    socket.on('data', (chunk: Buffer) => (this.#text += chunk.toString('latin1')))
    socket.on('close', () => (this.#isClosed = true))
  }

  /** Connects without waiting for the greeting. */
  static async connect(server: Pick<RunningSmtpServer, 'port'>): Promise<RawSmtp> {
    const socket = createConnection({ host: '127.0.0.1', port: server.port })
    onTestFinished(() => void socket.destroy())
    const client = new RawSmtp(socket)
    await once(socket, 'connect')
    return client
  }

  /** Connects, and reads the greeting and the reply to EHLO. */
  static async greeted(server: Pick<RunningSmtpServer, 'port'>): Promise<RawSmtp> {
    const client = await RawSmtp.connect(server)
    await client.reply()
    await client.say('EHLO client.example')
    return client
  }

  write(text: string): void {
    this.socket.write(Buffer.from(text, 'latin1'))
  }

  /** Writes a line and returns the reply to it. */
  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return this.reply()
  }

  /** Says the lines one by one, and returns the last reply. */
  async sayAll(...lines: readonly string[]): Promise<string> {
    let reply = ''
    for (const line of lines) reply = await this.say(line)
    return reply
  }

  /** Says all up to the message itself. */
  async beginData(): Promise<string> {
    return this.sayAll('MAIL FROM:<a@a.example>', 'RCPT TO:<b@b.example>', 'DATA')
  }

  /** The next reply, of one line or several; what there is if the connection ends before. */
  async reply(): Promise<string> {
    for (;;) {
      const whole = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\n/.exec(this.#text)?.[0]
      if (whole !== undefined) {
        this.#text = this.#text.slice(whole.length)
        return whole.trimEnd()
      }
      if (this.#isClosed) return this.#text
      await this.#change()
    }
  }

  /** Reads `count` replies. */
  async replies(count: number): Promise<string[]> {
    const replies: string[] = []
    while (replies.length < count) replies.push(await this.reply())
    return replies
  }

  /** Reads until the connection ends. */
  async rest(): Promise<string> {
    while (!this.#isClosed) await this.#change()
    return this.#text
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        this.socket.off('data', done)
        this.socket.off('close', done)
        resolve()
      }
      this.socket.on('data', done)
      this.socket.on('close', done)
    })
  }
}
