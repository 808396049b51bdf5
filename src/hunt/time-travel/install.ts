import type { ThreadView } from './messages.ts'
import { real } from './process/real.ts'
import type { Thread } from './process/thread.ts'
import type { ClientThreads } from './virtual-time.ts'

/** A thread that shares its clock with no other. */
export function onlyThread(thread: Thread): ClientThreads {
  return {
    version: 0,
    isEmpty: false,
    look: () =>
      new Promise<ThreadView[]>((resolve) => {
        real.setImmediate(() => real.setImmediate(() => resolve([thread.look(0)])))
      }),
    // None of them is on this clock, so it is not known what one does that is waited for.
    areAllKnown: (views) =>
      views.every(({ children, threads }) => children.length === 0 && threads.length === 0),
    travelTo: (skewMs) => thread.travelTo(skewMs),
  }
}
