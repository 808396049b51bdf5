import type { ControlParts } from '../control/route.ts'
import type { MachineClock } from '../core/clock/machine-clock.ts'
import type { SandboxOptions } from '../core/sandbox-options.ts'

/** The parts of a sandbox that differ between a port, a program and a page. */
export type Host = Pick<ControlParts, 'version' | 'work' | 'nextTurn' | 'documents' | 'process'> & {
  clock: MachineClock
  sampleTexts: SandboxOptions['sampleTexts']
  limits?: SandboxOptions['limits']
  /** Calls back in a later turn, when the answers that are ready have been sent. */
  soon: (act: () => void) => void
  /** The clock of what keeps no program alive: heartbeats. Default: the other one. */
  idleClock?: MachineClock
}
