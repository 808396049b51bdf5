import { refuse } from '../../contract/control/action-error.ts'
import type { Handlers } from '../route.ts'
import { expectEmptyBody } from './actions.ts'

/** Ends a sandbox of the command line, as SIGTERM does: open requests are finished and everything is saved. */
export const stopHandlers = {
  'POST stop': ({ body, parts: { process }, question }) => {
    expectEmptyBody(body)
    const { pid, started, stop } = process
    if (stop === undefined) {
      const message =
        'This sandbox belongs to the program or command that started it, and ends with it; stop that instead.'
      refuse('embedded', message)
    }
    // Once the answer has left, or its client has.
    question.over.addEventListener('abort', stop, { once: true })
    return { body: { status: 'stopping', pid, started: started() } }
  },
} satisfies Partial<Handlers>
