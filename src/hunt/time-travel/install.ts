import type { ThreadView } from './messages.ts'
import { real } from './process/real.ts'
import { Thread } from './process/thread.ts'
import { isThreadMarked } from './process/travelling-thread.ts'
import { VirtualTime, type ClientThreads } from './virtual-time.ts'

/** The clock that this thread lives by, until `remove`. */
export interface InstalledTravel {
  readonly clock: VirtualTime
  /** Puts back the timers and clocks of this thread. Timers that still wait take the rest of their time. */
  remove(): void
}

/**
 * Lets the time of this thread jump whenever its code only waits. Sandboxes of this thread that shall live in
 * the same time are started with the clock. @throws Error if that is so already.
 */
export function installTravel(): InstalledTravel {
  if (isThreadMarked()) throw new Error('time travel is already installed in this thread')
  const thread = new Thread(0)
  const clock = new VirtualTime(onlyThread(thread))
  return {
    clock,
    remove() {
      clock.close()
      thread.remove()
    },
  }
}

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
