import actions from '../../generated/actions.json' with { type: 'json' }
import facts from '../../generated/facts.json' with { type: 'json' }
import { ActionError } from '../contract/control/action-error.ts'
import type { Session } from '../contract/session/session.ts'
import { makeJobs } from '../control/work/jobs.ts'
import { workInline } from '../control/work/work.ts'
import type { MachineClock } from '../core/clock/machine-clock.ts'
import type { ReplaySource } from '../history/replay/replay-host.ts'
import type { SessionReplay } from '../history/session/replay-session.ts'
import { ScenarioCatalog } from '../scenario/catalog.ts'
import { InProcess } from '../service/in-process.ts'
import { assembleSession, endOf } from '../service/session-service.ts'
import { answer } from '../web/answer.ts'
import { idleClock, nextTurn } from '../web/timers.ts'
import { PausedClock } from './paused-clock.ts'

const { scenarios, version } = facts

type PageParts = {
  clock: MachineClock
  sampleTexts: ReplaySource['sampleTexts']
  /** Writes the page of a history, as JSON. */
  page: Parameters<typeof makeJobs>[0]['page']
}

/** A sandbox in which a session was repeated. It stands at the end of that until it is resumed. */
export class PageSandbox {
  /** How the replay went. */
  readonly replay: SessionReplay
  readonly #service: InProcess
  readonly #clock: PausedClock

  /** @throws ActionError when an account cannot start as the session says */
  constructor(session: Session, { clock, sampleTexts, page }: PageParts) {
    const catalog = new ScenarioCatalog(scenarios)
    const jobs = {
      ...makeJobs({ catalog, sampleTexts, runtime: 'in a page', page }),
      mail: noRawMail,
      attachment: noRawMail,
    }
    this.#clock = new PausedClock(clock, endOf(session))
    const { service, replay } = assembleSession(session, {
      clock: this.#clock,
      idleClock,
      nextTurn,
      soon: nextTurn,
      catalog,
      sampleTexts,
      version,
      work: workInline(() => Promise.resolve(jobs)),
      documents: { actions: () => actions, openapi: noOpenapi },
      process: { pid: null, started: () => null, smtpUrl: () => undefined },
      onCrash: throwLater,
    })
    this.replay = replay
    this.#service = new InProcess(service, nextTurn)
  }

  /** Does time pass? */
  get isRunning(): boolean {
    return this.#clock.isRunning
  }

  /** From now on time passes. */
  resume(): void {
    this.#clock.resume()
  }

  /** Sends a request to the control API, or to `/v1`. */
  readonly send = (url: string, init?: RequestInit): Promise<Response> =>
    answer(this.#service, new Request(url, init))
}

function noRawMail(): never {
  throw new ActionError(409, 'a page reads no mail as it was sent; deliver one by its fields')
}

function noOpenapi(): never {
  throw new ActionError(
    409,
    'a page does not have the OpenAPI document; alias-sandbox openapi does',
  )
}

/** A bug in this package: it is told as that of any script. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
