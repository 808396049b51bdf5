import { limits } from '../../contract/limits.ts'
import type { SMTPServer, SMTPServerSession } from 'smtp-server'
import { contain, type Report } from '../../core/contain.ts'
import { clearTimeout, setTimeout } from '../real-timers.ts'

/** A client that is connected. */
export type Visit = Recipients & {
  /** Aborted when the client has left. */
  left: AbortController
  /** Runs until its next mail has arrived. */
  timer: NodeJS.Timeout | undefined
  /** The commands since its last mail, beside the recipients. */
  commands: number
}

/** The number of tried recipients of the mail, and those that were refused because of others before them. */
type Recipients = { tried: number; refusedLater: string[] }

export function noRecipients(): Recipients {
  return { tried: 0, refusedLater: [] }
}

/** Ends connections on which no mail comes, however busy they look: there is room for few. */
export class Visits {
  readonly #visits = new Map<string, Visit>()
  readonly #connections: () => SMTPServer['connections']
  readonly #mailMs: number
  readonly #report: Report

  constructor(connections: () => SMTPServer['connections'], mailMs: number, report: Report) {
    this.#connections = connections
    this.#mailMs = mailMs
    this.#report = report
  }

  /** A visit begins when the client connects. */
  begin({ id }: SMTPServerSession): void {
    this.#visits.set(id, {
      ...noRecipients(),
      left: new AbortController(),
      timer: undefined,
      commands: 0,
    })
    this.awaitMail(id)
  }

  of({ id }: SMTPServerSession): Visit {
    return this.#visits.get(id)!
  }

  /** From now on, the client has its time and its commands for the next mail. */
  awaitMail(id: string): void {
    const visit = this.#visits.get(id)
    if (!visit) return // it has left
    visit.commands = 0
    visit.timer = setTimeout(
      contain(this.#report, () => this.#cutOff(id, 'Timeout - closing connection')),
      this.#mailMs,
    ).unref()
  }

  /** The mail is there: what follows takes no time of the client. */
  arrived({ id }: SMTPServerSession): void {
    clearTimeout(this.#visits.get(id)?.timer)
  }

  /** Counts a command. */
  hear(id: string, command: string): void {
    const visit = this.#visits.get(id)
    if (!visit || command === 'RCPT') return
    visit.commands += 1
    if (visit.commands > limits.smtp.value) {
      this.#cutOff(id, 'too many commands without a mail')
    }
  }

  end({ id }: SMTPServerSession): void {
    const visit = this.#visits.get(id)
    this.#visits.delete(id)
    clearTimeout(visit?.timer)
    visit?.left.abort()
  }

  #cutOff(id: string, why: string): void {
    const own = [...this.#connections()].find((each) => each.id === id)
    own?.send(421, why)
  }
}
