import { limits } from '../contract/limits.ts'
import type { Report } from './contain.ts'
import type { Manner } from './calls/manner.ts'
import type { NamedScenario, Scenario } from '../contract/scenario/scenario.ts'
import type { SampleLocale } from '../contract/scenario/sample-data.ts'
import type { SampleTexts } from './aliases/sample-texts.ts'

export const usualLimits = {
  /** Of what they hold. */
  accountBytes: limits.accountBytes.value,
  /** Of their histories. */
  historyBytes: limits.historyBytes.value,
}

/** Finds scenarios by name. */
export interface ScenarioLookup {
  find(name: string): Scenario | undefined
  names(): string[]
}

/**
 * The settings that the core reads. They are declared here because the settings module needs URL,
 * which the core does not have.
 */
type CoreSettings = {
  /** Seed of all random draws. */
  seed: number
  apiKey: string
  maxAccounts: number
  maxRequests: number
}

export type SandboxOptions = {
  settings: CoreSettings
  catalog: ScenarioLookup
  /** Called to populate aliases in a locale; loads what it needs synchronously. */
  sampleTexts: (locale: SampleLocale) => SampleTexts
  /** The named scenario of account `default`. */
  start: NamedScenario
  /** Merged over every scenario that is found by name. */
  overrides: Scenario
  /** Receives the error of a failing listener. */
  onCrash: Report
  /** The bytes of all accounts together; the usual limits if omitted. */
  limits?: typeof usualLimits | undefined
  /** In which manner calls are made; as documented if omitted. */
  manner?: Manner | undefined
}
