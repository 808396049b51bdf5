import type { Report } from '../contain.ts'
import type { MemoryLimits } from './memory/memory-limits.ts'
import type { Scenario } from '../contract/scenario.ts'
import type { SampleLocale } from '../contract/sample-data.ts'
import type { SampleTexts } from './aliases/sample-texts.ts'

/** Where scenarios are found by name. */
export interface ScenarioLookup {
  find(name: string): Scenario | undefined
  names(): string[]
}

export type SandboxOptions = {
  catalog: ScenarioLookup
  /** Called when aliases are populated in that locale; loads what it needs, synchronously. */
  sampleTexts: (locale: SampleLocale) => SampleTexts
  /** Seed of everything that is drawn. */
  seed: number
  /** The scenario of account `default`, and what it is called. */
  start: { name: string; scenario: Scenario }
  /** Laid over every scenario that is found by name. */
  overrides: Scenario
  apiKey: string
  maxAccounts: number
  maxRequests: number
  /** Told of a listener that fails. */
  onCrash: Report
  /** What all accounts may hold; as much as is usual when left out. */
  memoryLimits?: MemoryLimits | undefined
}
