import { storedBounds } from '../../contract/values/bounds.ts'
import { toEntryView } from '../../core/views/account-view.ts'
import type { Entry } from '../../core/record/entry.ts'
import type { HistoryEntry } from '../../core/record/history-entry.ts'
import { mergeReports } from '../../core/report/merge.ts'
import { toJudged } from '../../core/report/judged-account.ts'
import { reportOn, type Report } from '../../core/report/report.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import type { HistoryFile } from '../../contract/history/file.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { toHistoryFile } from '../../history/file/from-sandbox.ts'
import { version } from '../../version.ts'

/**
 * All calls of a run, including those of deleted accounts and those before a reset. They are checked when
 * their journal is cleared; the latest ones are stored for the journal file.
 */
export class WholeRun {
  readonly #sandbox: Sandbox
  #past: Report | undefined
  #cleared = 0
  #pastEntries: string[] = []
  #pastBytes = 0

  /** Create it before the first call. */
  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    sandbox.histories.onCleared((entries) => this.#judge(entries))
  }

  report(): Report {
    const current = reportOn(this.#sandbox.accounts().map(toJudged))
    if (!this.#past) return current
    const all = mergeReports(this.#past, current)
    return { ...all, forgotten: Math.max(0, all.forgotten - this.#cleared) }
  }

  /** What happened, as far as the accounts still have it; undefined if it is too large for a file. */
  history(): HistoryFile | undefined {
    return historyOf(this.#sandbox)
  }

  /** The calls as JSON in the format of the control API, oldest journals first. */
  entriesAsJson(): string {
    const current = this.#sandbox.accounts().flatMap(({ journal }) => journal.entries().map(toJson))
    return `{"requests":[\n${[...this.#pastEntries, ...current].join(',\n')}\n]}\n`
  }

  #judge(history: readonly HistoryEntry[]): void {
    const { account: name } = history[0]!
    const report = reportOn([{ name, history, forgotten: 0 }])
    for (const row of report.etiquette) row.entries = row.entries.map((id) => `${name}/${id}`)
    this.#past = this.#past ? mergeReports(this.#past, report) : report
    if (this.#sandbox.accounts().some((account) => account.name === name)) {
      this.#cleared += report.calls // its journal counts them as forgotten
    }
    for (const entry of history) if (entry.type === 'call') this.#keep(toJson(entry))
  }

  #keep(text: string): void {
    this.#pastEntries.push(text)
    this.#pastBytes += text.length
    while (this.#pastBytes > storedBounds.clearedCalls.max && this.#pastEntries.length > 0) {
      this.#pastBytes -= this.#pastEntries.shift()!.length
    }
  }
}

function historyOf(sandbox: Sandbox): HistoryFile | undefined {
  try {
    return toHistoryFile(sandbox, sandbox.accounts(), { version })
  } catch (error) {
    if (error instanceof ActionError) return undefined
    throw error
  }
}

function toJson(entry: Entry): string {
  return JSON.stringify(toEntryView(entry))
}
