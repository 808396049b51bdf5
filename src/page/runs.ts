import { signal } from '@preact/signals'
import facts from '../../generated/facts.json' with { type: 'json' }
import { ActionError } from '../contract/control/action-error.ts'
import type { Entry } from '../contract/history/entry.ts'
import type { PageCase, PageFile, PageTexts } from '../contract/session/page-file.ts'
import type { SampleLocale } from '../contract/scenario/sample-data.ts'
import type { Session } from '../contract/session/session.ts'
import type { Send } from '../dashboard/service/service.ts'
import { route } from '../dashboard/state/route.ts'
import type { SessionReplay } from '../history/session/replay-session.ts'
import { CONTROL } from '../contract/control/control-path.ts'
import { controlError } from '../contract/control-errors.ts'
import { READ_ONLY } from '../dashboard/state/host.ts'
import { toPage } from '../web/page.ts'
import { machineClock } from '../web/timers.ts'
import { carriedTexts, refuseOtherLocales } from './carried-texts.ts'
import { PageSandbox } from './page-sandbox.ts'
import { painted } from './painted.ts'
import { ownShell } from './own-shell.ts'

const { version } = facts

/** As many entries as one page of the list has. */
const NEWEST = 50

/** The replay of a session: null before it was made, or the reason why it could not be made. */
export type Replay = SessionReplay | { failure: string } | null

/** The runs of a page: the session of all, and those of the cases of its result. Each is replayed when it is opened. */
export class Runs {
  readonly page: PageFile
  /** How the replays went, by the names of the runs. */
  readonly replays = signal<Readonly<Record<string, Replay>>>({})
  /** The runs that were continued. */
  readonly continued = signal<ReadonlySet<string>>(new Set())
  readonly #texts: PageTexts
  readonly #opened = new Map<string, Promise<PageSandbox>>()

  constructor(page: PageFile) {
    this.page = page
    this.#texts = page.sample_texts ?? {}
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

  /** The newest entries, which are shown before the replay is done. */
  recordedIn({ run, account }: { run: string; account: string }): readonly Entry[] {
    const found = this.sessionOf(run)?.accounts.find(({ name }) => name === account)
    return (found?.history.slice(-NEWEST) ?? []).toReversed()
  }

  /** Sends requests to the sandbox of a run, which is opened by the first one. Nothing can be changed before it is continued. */
  sandboxOf(run: string): Send {
    return async (url, init) => {
      const session = this.sessionOf(run)
      if (session === undefined) {
        // The result needs none, and is as quiet as where a sandbox does not answer.
        if (route.peek().screen === 'result') throw new TypeError('there is no session')
        return refusal(new ActionError(404, 'This page does not have the session of this case.'))
      }
      try {
        const sandbox = await this.#open(run, session)
        if (isChange(init)) this.#refuseChange(sandbox, url, init?.body)
        return await sandbox.send(url, init)
      } catch (error) {
        if (!(error instanceof ActionError)) throw error
        return refusal(error)
      }
    }
  }

  /** Lets time pass in a run, and its accounts change. */
  async continue(run: string): Promise<void> {
    ;(await this.#opened.get(run))?.resume()
    this.continued.value = new Set([...this.continued.value, run])
  }

  /** @throws ActionError 409 */
  #refuseChange({ isRunning }: PageSandbox, url: string, body: RequestInit['body']): void {
    if (!isRunning) throw new ActionError(409, READ_ONLY)
    if (typeof body === 'string' && url.includes(CONTROL)) refuseOtherLocales(body, this.#texts)
  }

  get #parts() {
    return { shell: ownShell(), version, texts: (locale: SampleLocale) => this.#texts[locale] }
  }

  #open(run: string, session: Session): Promise<PageSandbox> {
    const known = this.#opened.get(run)
    if (known) return known
    const opening = this.#replay(run, session)
    this.#opened.set(run, opening)
    return opening
  }

  /** @throws ActionError when the session cannot be replayed */
  async #replay(run: string, session: Session): Promise<PageSandbox> {
    await painted()
    try {
      const opened = new PageSandbox(session, {
        clock: machineClock,
        sampleTexts: carriedTexts(this.#texts),
        page: (history, options) => toPage(history, options, this.#parts),
      })
      this.replays.value = { ...this.replays.value, [run]: opened.replay }
      return opened
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      const failure = `This session cannot be replayed: ${error.message}`
      this.replays.value = { ...this.replays.value, [run]: { failure } }
      throw new ActionError(409, failure)
    }
  }
}

/** The answer of a page that refuses a request itself. */
function refusal({ status, message, reason, field }: ActionError): Response {
  return Response.json(controlError(status, message, { reason, field }), { status })
}

function isChange({ method = 'GET' }: RequestInit = {}): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** The number of the case that a run is of; NaN for the session of all. */
function numberOf(run: string): number {
  return Number(/^case-(\d{1,6})$/.exec(run)?.[1])
}
