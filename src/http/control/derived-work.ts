import type { ServerResponse } from 'node:http'
import type { JobName, JobResult } from '../../derived/jobs.ts'
import type { Assignment, WorkerThread } from '../../derived/worker-thread.ts'
import type { AskedWork } from '../server/asked-work.ts'

/** The work that a thread does for answers of one sandbox. */
export class DerivedWork {
  readonly #asked: AskedWork
  readonly #thread: WorkerThread

  constructor(asked: AskedWork, thread: WorkerThread) {
    this.#asked = asked
    this.#thread = thread
  }

  /**
   * Does a job when its turn has come. `assign` is called then, and reads the sandbox as it is by then.
   * Undefined when the client has left or the sandbox closes. @throws ActionError
   */
  run<Name extends JobName>(
    response: ServerResponse,
    assign: () => Assignment<Name>,
  ): Promise<JobResult<Name> | undefined> {
    return this.#asked.run(response, (left) => this.#thread.run(assign, left))
  }
}
