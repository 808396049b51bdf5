import type { Report } from '../contain.ts'
import type { MemoryLimits } from './memory/memory-limits.ts'
import type { NamedScenario, Scenario } from '../contract/scenario.ts'
import type { SampleLocale } from '../contract/sample-data.ts'
import type { SampleTexts } from './aliases/sample-texts.ts'

/** Where scenarios are found by name. */
export interface ScenarioLookup {
  find(name: string): Scenario | undefined
  names(): string[]
}

/** The settings that the core reads; their own file checks URLs, which the core does not know. */
export type CoreSettings = {
  /** Seed of all random draws. */
  seed: number
  apiKey: string
  maxAccounts: number
  maxRequests: number
}

export type SandboxOptions = {
  settings: CoreSettings
  catalog: ScenarioLookup
  /** Called when aliases are populated in that locale; loads what it needs, synchronously. */
  sampleTexts: (locale: SampleLocale) => SampleTexts
  /** The scenario of account `default`, and what it is called. */
  start: NamedScenario
  /** Laid over every scenario that is found by name. */
  overrides: Scenario
  /** Told of a listener that fails. */
  onCrash: Report
  /** What all accounts may hold; as much as is usual when left out. */
  memoryLimits?: MemoryLimits | undefined
}
