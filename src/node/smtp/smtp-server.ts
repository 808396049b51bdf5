import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { limits } from '../../contract/limits.ts'
import { contain, type Report } from '../../core/contain.ts'
import { NO_ROOM, IncomingBytes, ReceivedBytes } from '../../core/sizes/received-bytes.ts'
import { hostInUrl } from '../../text/host.ts'
import { noRecipients, Visits, type Visit } from './visits.ts'
import { clearTimeout, setImmediate, setTimeout } from '../real-timers.ts'

/** The answer to a client; `status` is 4xx or 5xx, `enhanced` the code of RFC 3463 with it. */
export type SmtpAnswer =
  | { accepted: true }
  | {
      accepted: false
      status: number
      enhanced: string
      message: string
      /** Refused because of the recipients before it, which have to get their mail first. */
      isLater?: boolean
    }

/** Decides what becomes of a mail. What it throws becomes 451. */
export type MailDoor = {
  /** At `RCPT TO`, after the recipients that were accepted. The sender of a bounce is empty. */
  check(
    recipient: string,
    sender: string,
    accepted: readonly string[],
  ): SmtpAnswer | Promise<SmtpAnswer>
  /** After `DATA`. The recipients are those that were accepted. `left` is aborted when the client has left. */
  deliver(
    mail: {
      sender: string
      recipients: readonly string[]
      /** Recipients that were refused because of the others. */
      refusedLater: readonly string[]
      /** The message, a character for each byte. */
      raw: string
    },
    left: AbortSignal,
  ): SmtpAnswer | Promise<SmtpAnswer>
}

export type SmtpServerOptions = {
  /** 0 picks a free port. */
  port: number
  host: string
  door: MailDoor
  /** Counts the mails that are being received, with all else that is. */
  received?: ReceivedBytes
  /** Receives what the door throws. */
  report?: Report
  /** In which a client must send a mail, and then the next. Default: as the table of limits says. */
  mailMs?: number
}

export type RunningSmtpServer = { url: string; port: number; stop(): Promise<void> }

const NAME = 'alias-sandbox'
/** The time for which `stop` waits for clients to leave after they were told to. */
const STOP_MS = 500

/**
 * Receives mail over SMTP, and never sends any. Nobody has to log in, and whoever does may.
 * @throws the system's error if it cannot listen, such as EADDRINUSE.
 */
export async function startSmtpServer(options: SmtpServerOptions): Promise<RunningSmtpServer> {
  const { host, report = () => {} } = options
  const server = makeServer(options, report)
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A client that resets its connection is none of our errors, and has this field.
  server.on('error', (error: Error) => {
    if (!('remoteAddress' in error)) report(error)
  })
  const { port } = server.server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  return {
    url: `smtp://${hostInUrl(host)}:${port}`,
    port,
    stop: () => (stopped ??= stop(server, sockets)),
  }
}

function makeServer(options: SmtpServerOptions, report: Report): SMTPServer {
  const { door, received = new ReceivedBytes(), mailMs = 2 * limits.requestMs.value } = options
  const visits = new Visits(() => server.connections, mailMs, report)
  const server = new SMTPServer({
    name: NAME,
    heloResponse: '%s',
    logger: commandLog((connection, command) => visits.hear(connection, command)),
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'],
    authMethods: ['PLAIN', 'LOGIN', 'CRAM-MD5', 'XOAUTH2'],
    authOptional: true,
    allowInsecureAuth: true,
    size: limits.mailBytes.value,
    maxClients: limits.smtp.value,
    socketTimeout: mailMs,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anybody' }),
    onConnect(session, callback) {
      visits.begin(session)
      callback()
    },
    onMailFrom(_address, session, callback) {
      Object.assign(visits.of(session), noRecipients())
      // Not at once: a second mail in one packet would end before smtp-server has finished with the first, and
      // it would wait for ever for what follows.
      setImmediate(callback)
    },
    onRcptTo({ address }, session, callback) {
      const visit = visits.of(session)
      visit.tried += 1
      if (visit.tried > limits.smtp.value) return callback(toError(tooManyRecipients))
      void answerLater(report, () => answerTo(address, session, visit, door), callback)
    },
    onData(stream, session, callback) {
      const visit = visits.of(session)
      const mail = new IncomingBytes(received, limits.mailBytes.value)
      receive(stream, mail, report, () => {
        visits.arrived(session)
        void answerLater(
          report,
          () => take(mail, session, visit, door),
          (error) => {
            visits.awaitMail(session.id)
            callback(error)
          },
        )
      })
    },
    onClose: (session) => visits.end(session),
  })
  return server
}

const silent = () => {}

/** A log that hears of each command: smtp-server tells most of them to nobody else. */
function commandLog(onCommand: (connection: string, command: string) => void) {
  const debug = ({ tnx, cid, command }: { tnx?: string; cid?: string; command?: string }) => {
    if (tnx === 'command') onCommand(String(cid), String(command))
  }
  return { trace: silent, debug, info: silent, warn: silent, error: silent, fatal: silent }
}

/** Collects a message, which `onEnd` has to end. One whose client leaves before its end is forgotten. */
function receive(
  stream: SMTPServerDataStream,
  mail: IncomingBytes,
  report: Report,
  onEnd: () => void,
): void {
  stream.on('data', (chunk: Buffer) => mail.add(chunk))
  stream.on('error', () => {}) // the client has left; `close` follows
  stream.on('close', () => {
    if (!stream.readableEnded) mail.end()
  })
  stream.on('end', contain(report, onEnd))
}

const tooManyRecipients = refusal(
  452,
  '4.5.3',
  `a mail may have at most ${limits.smtp.value} recipients`,
)
const tooLarge = refusal(552, '5.3.4', `a mail may have at most ${limits.mailBytes.value} bytes`)
const noRoom = refusal(452, '4.3.1', NO_ROOM)
const failed = refusal(451, '4.3.0', 'the sandbox failed; its log says why')

function refusal(status: number, enhanced: string, message: string): SmtpAnswer {
  return { accepted: false, status, enhanced, message }
}

async function answerTo(
  recipient: string,
  session: SMTPServerSession,
  { refusedLater }: Visit,
  door: MailDoor,
): Promise<SmtpAnswer> {
  const answer = await door.check(recipient, senderOf(session), recipientsOf(session))
  if (!answer.accepted && answer.isLater) refusedLater.push(recipient)
  return answer
}

async function take(
  mail: IncomingBytes,
  session: SMTPServerSession,
  { refusedLater, left }: Visit,
  door: MailDoor,
): Promise<SmtpAnswer> {
  if (mail.state === 'too_large') return tooLarge
  if (mail.state === 'no_room') return noRoom
  const [sender, recipients] = [senderOf(session), recipientsOf(session)]
  try {
    const raw = textOf(mail.takeChunks())
    return await door.deliver({ sender, recipients, refusedLater, raw }, left.signal)
  } finally {
    mail.end()
  }
}

/** A character for each byte. */
function textOf(chunks: readonly Uint8Array[]): string {
  return chunks
    .map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1'))
    .join('')
}

/** Returns the accepted recipients. */
function recipientsOf({ envelope }: SMTPServerSession): string[] {
  return envelope.rcptTo.map(({ address }) => address)
}

function senderOf({ envelope }: SMTPServerSession): string {
  return envelope.mailFrom === false ? '' : envelope.mailFrom.address
}

async function answerLater(
  report: Report,
  answer: () => SmtpAnswer | Promise<SmtpAnswer>,
  callback: (error: Error | null) => void,
): Promise<void> {
  let told: SmtpAnswer = failed
  try {
    told = await answer()
  } catch (error) {
    report(error)
  }
  callback(toError(told))
}

/** An error as smtp-server writes it. A line has at most 512 characters and is ASCII, RFC 5321, section 4.5.3.1.5. */
function toError(answer: SmtpAnswer): Error | null {
  if (answer.accepted) return null
  const text = `${answer.enhanced} ${answer.message}`.replace(/[^ -~]/g, '?').slice(0, 500)
  return Object.assign(new Error(text), { responseCode: answer.status })
}

/** Tells all clients to leave, and disconnects those that stay. */
async function stop(server: SMTPServer, sockets: ReadonlySet<Socket>): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, STOP_MS)
    server.server.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    server.close()
    for (const connection of server.connections) connection.send(421, 'Server shutting down')
  })
}
