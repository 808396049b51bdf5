import type { Entry } from '../../contract/history/entry.ts'
import { limits } from '../../contract/limits.ts'
import { AtOnceCounter } from '../../core/record/at-once.ts'
import { entryBytes } from '../../core/record/entry-bytes.ts'
import { mergeReports } from '../../report/merge.ts'
import { reportOn, type JudgedAccount, type Report } from '../../report/report.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import type { Session } from '../../contract/session/session.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { toShown } from '../../core/record/shown.ts'
import { withPast } from '../../history/session/with-past.ts'
import { toSession } from '../../history/session/to-session.ts'
import { version } from '../../node/files/version.ts'

/** The history of an account since it was created, with the entries that its own history has dropped. */
type AccountRun = {
  entries: Entry[]
  sizes: number[]
  bytes: number
  counter: AtOnceCounter
  forgotten: number
}

/**
 * All requests of a run, including those that a history has dropped or lost, and those of deleted accounts. They are
 * judged at the end, or when their account is deleted.
 */
export class WholeRun {
  readonly #sandbox: Sandbox
  readonly #lived = new Map<string, AccountRun>()
  #bytes = 0
  #past: Report | undefined

  /** Create it before the first request. */
  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    for (const { history } of sandbox.accounts())
      history.requests.judged().forEach((each) => this.#add(each))
    sandbox.histories.onAdded((entry) => this.#add(entry))
    sandbox.histories.onForgotten((account) => this.#judge(account))
  }

  report(): Report {
    const judged = this.#sandbox.accounts().map(({ name }) => this.#judgedOf(name))
    const current = reportOn(judged)
    return this.#past ? mergeReports(this.#past, current) : current
  }

  /**
   * Returns the session, as far as the accounts still have it, with what the report names; undefined if it is too large
   * for a file.
   */
  history(report: Report): Session | undefined {
    const named = new Set(report.etiquette.flatMap(({ entries }) => entries))
    const isNamed = ({ id, account }: Entry) => named.has(id) || named.has(`${account}/${id}`)
    const entries = [...this.#lived.values()].flatMap((lived) => lived.entries.filter(isNamed))
    const shown = entries.map((entry) => toShown(entry, this.#sandbox.knownIn(entry.account)))
    try {
      return withPast(toSession(this.#sandbox, this.#sandbox.accounts(), { version }), shown)
    } catch (error) {
      if (error instanceof ActionError) return undefined
      throw error
    }
  }

  #judgedOf(name: string): JudgedAccount {
    const { entries = [], forgotten = 0, counter } = this.#lived.get(name) ?? {}
    return { name, history: entries, forgotten, ...(counter && { atOnce: counter.most }) }
  }

  #add(entry: Entry): void {
    const { account } = entry
    let lived = this.#lived.get(account)
    if (!lived) {
      const counter = new AtOnceCounter()
      lived = { entries: [], sizes: [], bytes: 0, counter, forgotten: 0 }
      this.#lived.set(account, lived)
    }
    const bytes = entryBytes(entry)
    if (entry.type === 'call') lived.counter.add(entry)
    lived.entries.push(entry)
    lived.sizes.push(bytes)
    lived.bytes += bytes
    this.#bytes += bytes
    while (this.#bytes > limits.historyBytes.value) this.#forgetSome()
  }

  /** The oldest of the account that has most, so that a busy client costs no other its verdict. */
  #forgetSome(): void {
    const all = [...this.#lived.values()]
    const most = all.reduce((one, other) => (other.bytes > one.bytes ? other : one))
    const { entries, sizes } = most
    // Several at a time: each takes as long as there are others.
    const count = Math.ceil(entries.length / 16)
    for (const { type } of entries.splice(0, count)) if (type === 'call') most.forgotten += 1
    for (const bytes of sizes.splice(0, count)) {
      most.bytes -= bytes
      this.#bytes -= bytes
    }
  }

  #judge(name: string): void {
    const report = reportOn([this.#judgedOf(name)])
    for (const row of report.etiquette) row.entries = row.entries.map((id) => `${name}/${id}`)
    this.#past = this.#past ? mergeReports(this.#past, report) : report
    this.#bytes -= this.#lived.get(name)?.bytes ?? 0
    this.#lived.delete(name)
  }
}
