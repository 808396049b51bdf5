import type { Entry } from '../../contract/history/entry.ts'
import type { Report } from '../../report/report.ts'
import type { Activity } from './search/activity.ts'
import type { NamedScenario } from '../../contract/scenario/scenario.ts'

/** How a run of a client ended. `over_time`: it was stopped, because it did not end by itself. */
type RunEnd = 'passed' | 'failed' | 'crashed' | 'over_time'

/** One run of a client, as it was observed. */
export type ObservedRun = {
  end: RunEnd
  exitCode?: number | undefined
  signal?: string | undefined
  /** The output of the client, or the error that it threw; may be cut. */
  output: string
  /** The mistake in the program that ended it, where that is known; else it is read from the output. */
  mistake?: { name: string; message: string } | undefined
  /** Was it stopped because it made too many calls, or the same one again and again? */
  hasTooManyCalls?: boolean
  /** Did it end well, but make or tell less than it should? Then what was expected. */
  incomplete?: string | undefined
  /** Machine time at which it ended or was stopped. */
  endedMs: number
  accounts: readonly ObservedAccount[]
  /** The judgement over all these accounts. */
  report: Report
}

/** The history of an account, including calls that were refused for their key. */
type ObservedAccount = { name: string; history: readonly Entry[] }

/** A client that can be run again and again: a command, or a function. */
export interface Client {
  /**
   * Runs it once, in accounts of its own. `signal` ends the run early: its result is not needed. `activity` is told
   * of its sandbox, so that others start while it waits.
   */
  run(scenario: NamedScenario, signal: AbortSignal, activity: Activity): Promise<ObservedRun>
}
