import type { ApiRequest, Entry } from '../../contract/history/entry.ts'
import type { Fetch } from '../../client/client-options.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import { toSession } from '../../history/session/to-session.ts'
import { toShown } from '../../core/record/shown.ts'
import type { SessionReplay } from '../../history/session/replay-session.ts'
import type { Session } from '../../contract/session/session.ts'
import { callPage } from './call-page.ts'
import { openHistory, type OpenedHistory } from './open-history.ts'
import { PageControl } from './page-control.ts'

type RunParts = {
  sampleTexts: ReplaySource['sampleTexts']
  /** Of the page. */
  version: string
}

/** A run whose history was replayed: its sandbox, which goes on from there. */
export class OpenedRun {
  /** The control API of the run. */
  readonly fetch: Fetch
  readonly #opened: OpenedHistory
  readonly #version: string

  /** @throws ActionError when an account cannot start as the file says. */
  constructor(session: Session, { sampleTexts, version }: RunParts) {
    this.#opened = openHistory(session, sampleTexts)
    this.#version = version
    this.fetch = new PageControl(this.#opened.sandbox, { sampleTexts, version }).fetch
  }

  /** How the replay went. */
  get replay(): SessionReplay {
    return this.#opened.replay
  }

  /** Tells of each entry that is added from now on. */
  onAdded(tell: (item: Entry) => void): void {
    const { sandbox } = this.#opened
    sandbox.histories.onAdded((entry) => tell(toShown(entry, sandbox.knownIn(entry.account))))
  }

  /** Makes a call of the imitated service, with the key of the account; returns the id of its entry. @throws ActionError */
  call(account: string, request: Pick<ApiRequest, 'method' | 'query' | 'body'>): string {
    return callPage(this.#opened.sandbox, account, request)
  }

  /** The session of one account as it is now, without keys of other services. @throws ActionError */
  saved(account: string): Session {
    const { sandbox } = this.#opened
    const saved = sandbox.account(account)
    const { machine_ms: machineMs } = saved.state.clock
    return toSession(sandbox, [saved], { version: this.#version, machineMs })
  }
}
