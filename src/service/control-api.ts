import { numberOf } from '../contract/history/entry-types.ts'
import type { Settings } from '../contract/settings.ts'
import { Control } from '../control/control.ts'
import { EventFeed } from '../control/events/event-feed.ts'
import { toEntryEvent, toHistoryNotice, toHistoryPlace } from '../control/events/history-events.ts'
import { LargeAnswers } from '../control/large-answers.ts'
import type { ControlParts } from '../control/route.ts'
import { routes } from '../control/routes.ts'
import type { MachineClock } from '../core/clock/machine-clock.ts'
import type { Report } from '../core/contain.ts'
import { Inboxes } from '../core/inbox/inboxes.ts'
import type { Persistence } from '../core/persistence.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { Host } from './host.ts'

/** A sandbox, as its control API needs it. */
export type ServedSandbox = {
  readonly sandbox: Sandbox
  readonly clock: MachineClock
  readonly settings: Pick<Settings, 'tls'>
  /** Called with unexpected errors. */
  readonly onCrash: Report
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal
}

/** The control API of a sandbox, and what it needs beside the sandbox itself. */
export class ControlApi {
  readonly parts: ControlParts
  readonly #sandbox: Sandbox

  constructor({ sandbox, clock, settings, closing, onCrash }: ServedSandbox, host: Host) {
    this.#sandbox = sandbox
    const events = new EventFeed({
      run: clock.now().toString(36),
      closing,
      clock: host.idleClock ?? clock,
      soon: host.soon,
      report: onCrash,
    })
    publish(sandbox, events)
    this.parts = {
      ...host,
      scheme: settings.tls ? 'https' : 'http',
      closing,
      events,
      inboxes: new Inboxes(sandbox.histories),
      largeAnswers: new LargeAnswers(host.nextTurn),
      derivedAnswers: new LargeAnswers(host.nextTurn),
    }
  }

  /** `persistence` is absent when all state is in memory. */
  control(persistence?: Persistence): Control {
    return new Control(routes, this.#sandbox, { ...this.parts, persistence })
  }
}

/** Publishes what happens in a sandbox as events, as long as somebody listens. */
function publish(sandbox: Sandbox, events: EventFeed): void {
  sandbox.listen((entry, account) => {
    if (!events.isWatched) return
    events.publish('request', account.name, ...toEntryEvent(entry, sandbox.knownIn(account.name)))
    // The first call may have created the account.
    if (numberOf(entry) === 1) events.publish('accounts', null, () => ({}))
  })
  sandbox.histories.onAdded((entry) => {
    if (!events.isWatched) return
    events.publish(
      'history',
      entry.account,
      () => toHistoryNotice(entry, sandbox.knownIn(entry.account)),
      () => toHistoryPlace(entry),
    )
  })
}
