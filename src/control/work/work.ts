import { toText, type Bytes } from '../../text/bytes.ts'
import type { Jobs } from './jobs.ts'

export type JobName = keyof Jobs
type JobOptions<Name extends JobName> = Parameters<Jobs[Name]>[1]
export type JobResult<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>

/** A job to do, and its text in pieces; bytes are given away. */
export type Assignment<Name extends JobName> = {
  name: Name
  options: JobOptions<Name>
  pieces: Iterable<string | Bytes>
}

/** Does jobs: beside the answers, where a host has threads. */
export interface Work {
  /**
   * Does a job when its turn has come: it is assigned then. A job whose signal is aborted before is never assigned.
   * @throws ActionError; the reason of the signal when it is aborted
   */
  run<Name extends JobName>(
    assign: () => Assignment<Name>,
    left: AbortSignal,
  ): Promise<JobResult<Name>>
}

type Job = (text: string, options: object) => unknown

/** Does jobs at once, for a host without threads; they are loaded at the first one. */
export function workInline(load: () => Promise<Jobs>): Work {
  return {
    run: async <Name extends JobName>(assign: () => Assignment<Name>): Promise<JobResult<Name>> => {
      const jobs = await load()
      const { name, options, pieces } = assign()
      const text = [...pieces].map((each) => (typeof each === 'string' ? each : toText(each)))
      return (await (jobs[name] as Job)(text.join(''), options)) as JobResult<Name>
    },
  }
}
