import type { Lie } from '../../../hunt/mutate/lie.ts'
import type { CommandRun } from '../../child/command-runner.ts'

/** Thrown when the tests pass and fail by chance: nothing that they notice means anything. */
export class FlakySuite extends Error {
  /** A run that failed; another one under the same conditions passed. */
  readonly run: CommandRun
  /** The lie in both of them; undefined if there was none. */
  readonly lie: Lie | undefined

  constructor(run: CommandRun, lie?: Lie) {
    super('the command passes and fails by chance')
    this.name = 'FlakySuite'
    this.run = run
    this.lie = lie
  }
}
