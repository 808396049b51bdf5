import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { contain, type Report } from '../contain.ts'
import { mailBounds } from '../contract/values/mail-bounds.ts'
import { hostInUrl } from '../text/host.ts'
import { ArrivingMails, type ArrivingMail } from './arriving-mails.ts'

/** What a client is answered; `status` is 4xx or 5xx, `enhanced` the code of RFC 3463 with it. */
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
  /** After `DATA`. The recipients are those that were accepted. */
  deliver(mail: {
    sender: string
    recipients: readonly string[]
    /** Those that were refused because of them. */
    refusedLater: readonly string[]
    /** The message, a character for each byte. */
    raw: string
  }): SmtpAnswer | Promise<SmtpAnswer>
}

export type SmtpServerOptions = {
  /** 0 picks a free port. */
  port: number
  host: string
  door: MailDoor
  /** Receives what the door throws. */
  report?: Report
  /** Shorter times than those of the table of limits. */
  times?: Partial<SmtpTimes>
}

export type SmtpTimes = {
  /** In which a client must send something. */
  idleMs: number
  /** In which a connection must get to the next step of a mail. */
  stepMs: number
}

const usualTimes: SmtpTimes = {
  idleMs: mailBounds.smtpIdleMs.max,
  stepMs: mailBounds.smtpStepMs.max,
}

export type RunningSmtpServer = { url: string; port: number; stop(): Promise<void> }

const NAME = 'alias-sandbox'
/** How long `stop` waits for clients to leave after they were told to. */
const STOP_MS = 500

/** Taken when the module is loaded, because tests of a client may replace the timers. */
const { setTimeout, clearTimeout, setImmediate } = globalThis

/**
 * Receives mail over SMTP, and never sends any. Nobody has to log in, and whoever does may.
 * @throws the system's error if it cannot listen, such as EADDRINUSE.
 */
export async function startSmtpServer(options: SmtpServerOptions): Promise<RunningSmtpServer> {
  const { host, report = () => {} } = options
  const server = makeServer(options, report)
  const sockets = new Set<Socket>()
  // Those beyond the limit of the server get 421, and need a socket for that.
  server.server.maxConnections = 2 * mailBounds.smtpConnections.max
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

function makeServer({ door, ...options }: SmtpServerOptions, report: Report): SMTPServer {
  const times = { ...usualTimes, ...options.times }
  const arriving = new ArrivingMails()
  const visits = new Visits(() => server.connections, times.stepMs, report)
  const server = new SMTPServer({
    name: NAME,
    heloResponse: '%s',
    logger: false,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'],
    authMethods: ['PLAIN', 'LOGIN', 'CRAM-MD5', 'XOAUTH2'],
    authOptional: true,
    allowInsecureAuth: true,
    size: mailBounds.mailBytes.max,
    maxClients: mailBounds.smtpConnections.max,
    socketTimeout: times.idleMs,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anybody' }),
    onConnect(session, callback) {
      visits.step(session)
      callback()
    },
    onMailFrom(_address, session, callback) {
      Object.assign(visits.step(session), noRecipients())
      // Not at once: a second mail in one packet would end before smtp-server has finished with the first, and
      // it would wait for ever for what follows.
      setImmediate(callback)
    },
    onRcptTo({ address }, session, callback) {
      const visit = visits.step(session)
      visit.tried += 1
      if (visit.tried > mailBounds.smtpRecipients.max) return callback(toError(tooManyRecipients))
      void answerLater(report, () => answerTo(address, session, visit, door), callback)
    },
    onData(stream, session, callback) {
      const { refusedLater } = visits.step(session)
      receive(stream, arriving.begin(), report, (mail) => {
        visits.step(session)
        void answerLater(report, () => take(mail, session, refusedLater, door), callback)
      })
    },
    onClose: (session) => visits.end(session),
  })
  return server
}

/** Collects a message, which `onEnd` has to end. One whose client leaves before its end is forgotten. */
function receive(
  stream: SMTPServerDataStream,
  mail: ArrivingMail,
  report: Report,
  onEnd: (mail: ArrivingMail) => void,
): void {
  stream.on('data', (chunk: Buffer) => mail.add(chunk))
  stream.on('error', () => {}) // the client has left; `close` follows
  stream.on('close', () => {
    if (!stream.readableEnded) mail.end()
  })
  stream.on(
    'end',
    contain(report, () => onEnd(mail)),
  )
}

const tooManyRecipients = refusal(452, '4.5.3', 'too many recipients')
const tooLarge = refusal(552, '5.3.4', `a mail may have at most ${mailBounds.mailBytes.max} bytes`)
const noMemory = refusal(452, '4.3.1', 'too much mail is arriving at once; try again')
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
  mail: ArrivingMail,
  session: SMTPServerSession,
  refusedLater: readonly string[],
  door: MailDoor,
): Promise<SmtpAnswer> {
  if (mail.state === 'too_large') return tooLarge
  if (mail.state === 'no_memory') return noMemory
  const [sender, recipients] = [senderOf(session), recipientsOf(session)]
  try {
    return await door.deliver({ sender, recipients, refusedLater, raw: mail.takeText() })
  } finally {
    mail.end()
  }
}

/** Those that were accepted. */
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

type Visit = Recipients & { timer: NodeJS.Timeout | undefined }

/** How many recipients of the mail were tried, and which were refused because of those before them. */
type Recipients = { tried: number; refusedLater: string[] }

function noRecipients(): Recipients {
  return { tried: 0, refusedLater: [] }
}

/** Ends connections that never get to the next step of a mail, however busy they look. */
class Visits {
  readonly #visits = new WeakMap<SMTPServerSession, Visit>()
  readonly #connections: () => SMTPServer['connections']
  readonly #stepMs: number
  readonly #report: Report

  constructor(connections: () => SMTPServer['connections'], stepMs: number, report: Report) {
    this.#connections = connections
    this.#stepMs = stepMs
    this.#report = report
  }

  step(session: SMTPServerSession): Visit {
    const visit = this.#visits.get(session) ?? { ...noRecipients(), timer: undefined }
    this.#visits.set(session, visit)
    clearTimeout(visit.timer)
    visit.timer = setTimeout(
      contain(this.#report, () => this.#cutOff(session)),
      this.#stepMs,
    ).unref()
    return visit
  }

  end(session: SMTPServerSession): void {
    clearTimeout(this.#visits.get(session)?.timer)
  }

  #cutOff(session: SMTPServerSession): void {
    const own = [...this.#connections()].find((each) => each.session === session)
    own?.send(421, 'Timeout - closing connection')
  }
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
