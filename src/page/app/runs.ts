import type { Entry } from '../../contract/history/entry.ts'
import { signal } from '@preact/signals'
import type { FetchAnswer, Fetch } from '../../client/client-options.ts'
import type { Session } from '../../contract/session/session.ts'
import { controlError } from '../../contract/control-errors.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { painted } from './painted.ts'
import { carriedTexts } from '../../history/page/sample-texts.ts'
import type { PageCase, PageFile } from '../../history/page/page-file.ts'
import type { OpenedRun } from '../service/opened-run.ts'
import type { Service } from '../../dashboard/service/service.ts'
import { route } from '../../dashboard/state/route.ts'
import type { Screen } from '../../dashboard/state/screen-names.ts'
import { version } from './version.ts'

/** As many entries as one page of the list has. */
const NEWEST = 50

/** The screens that show a session. */
const sessionScreens: readonly Screen[] = ['live', 'report', 'try']

/** How the replay of the run that is open went: null before it was made, and why it could not be made. */
export const replayed = signal<OpenedRun['replay'] | { failure: string } | null>(null)

/** The runs of a page: the session of all, and those of the cases of its result. Each is replayed when it is opened. */
export class Runs {
  readonly page: PageFile
  readonly #opened = new Map<string, OpenedRun>()
  /** Who hears of new entries of a run. */
  readonly #tellers = new Map<string, (entry: Entry) => void>()

  constructor(page: PageFile) {
    this.page = page
  }

  /** The session of a run, if it has one. A case without a session of its own, such as a rule of `exec`, is part of the one of all. */
  sessionOf(run: string): Session | undefined {
    const { session: whole, result, sessions } = this.page
    const place = result?.cases[numberOf(run) - 1]?.session ?? whole
    return place === undefined ? undefined : sessions[place]
  }

  /** The run that a page without a session of its own shows first: the first case that failed, or any with a session. */
  get firstRun(): string {
    const { session, result } = this.page
    const cases = result?.cases ?? []
    const hasSession = ({ session: place }: PageCase) => place !== undefined
    const failed = cases.findIndex((each) => hasSession(each) && each.status === 'fail')
    const at = failed < 0 ? cases.findIndex(hasSession) : failed
    return session !== undefined || at < 0 ? '' : `case-${at + 1}`
  }

  /** Returns the name of a run. */
  nameOf(run: string): string | undefined {
    return this.page.result?.cases[numberOf(run) - 1]?.name
  }

  /** The account that a run shows first. */
  firstAccount(run: string): string {
    const accounts = this.sessionOf(run)?.accounts ?? []
    const called = accounts.find(({ history }) => history.some(({ type }) => type === 'call'))
    return (called ?? accounts[0])?.name ?? 'default'
  }

  /** A run as the dashboard sees it: its newest entries are told before the replay adds to them. */
  serviceOf(run: string): Service {
    return {
      fetch: this.#fetchOf(run),
      changes: (listener) => {
        const tell = (entry: Entry) => listener({ type: 'entry', entry })
        listener({ type: 'live', isAnother: false })
        for (const { history } of this.sessionOf(run)?.accounts ?? [])
          for (const entry of history.slice(-NEWEST)) tell(entry)
        this.#tellers.set(run, tell)
        return () => this.#tellers.delete(run)
      },
    }
  }

  /** The control API of a run, once it was replayed. */
  #fetchOf(run: string): Fetch {
    return async (url, init) => {
      await painted()
      if (this.sessionOf(run) === undefined) {
        // The result needs none, and is as quiet as where a sandbox does not answer.
        if (!sessionScreens.includes(route.peek().screen))
          throw new TypeError('there is no session')
        return refusal(404, 'This page does not have the session of this case.')
      }
      try {
        return await (await this.#open(run)).fetch(url, init)
      } catch (error) {
        if (!(error instanceof ActionError)) throw error
        const message = `This session cannot be replayed: ${error.message}`
        if (route.peek().run === run) replayed.value = { failure: message }
        return refusal(409, message)
      }
    }
  }

  /** Shows how the replay of a run went. */
  show(run: string): void {
    replayed.value = this.#opened.get(run)?.replay ?? null
  }

  /** A run that was replayed, as that of a screen which shows its account. */
  opened(run: string): OpenedRun {
    return this.#opened.get(run)!
  }

  async #open(run: string): Promise<OpenedRun> {
    // The first view of a page does not need it.
    const { OpenedRun } = await import('../service/opened-run.ts')
    const known = this.#opened.get(run)
    if (known) return known
    const sampleTexts = carriedTexts(this.page.sample_texts)
    const opened = new OpenedRun(this.sessionOf(run)!, { sampleTexts, version })
    opened.onAdded((entry) => this.#tellers.get(run)?.(entry))
    this.#opened.set(run, opened)
    if (route.peek().run === run) replayed.value = opened.replay
    return opened
  }
}

/** The number of the case that a run is of; NaN for the session of all. */
function numberOf(run: string): number {
  return Number(/^case-(\d{1,6})$/.exec(run)?.[1])
}

function refusal(status: number, message: string): FetchAnswer {
  return { ok: false, status, json: () => Promise.resolve(controlError(status, message)) }
}
