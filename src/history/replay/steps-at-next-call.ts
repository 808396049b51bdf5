import { limits } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Account } from '../../core/account/account.ts'
import { stepsAt } from '../../core/actions/steps-at-calls.ts'
import { copyOf } from './account-before.ts'
import { recordStepsBefore } from '../../core/inputs/recording.ts'
import { ReplayHost, ReplayTooLarge } from './replay-host.ts'

/**
 * The account as the next call will find it: a copy in which the steps of its timeline at that call have
 * happened, or the account itself if there are none, or if they add too many aliases.
 */
export function afterStepsAt(account: Account, operation: Operation): Account {
  const { state, host } = account
  if (stepsAt(state, operation).length === 0) return account
  const source = {
    overrides: host.overrides,
    findScenario: (name: string) => host.findScenario(name),
    scenarioNames: () => host.scenarioNames(),
    sampleTexts: (locale: Parameters<typeof host.sampleTexts>[0]) => host.sampleTexts(locale),
    maxBytes: account.bytes + limits.controlBytes.value, // it is made again whenever somebody looks
  }
  const copy = copyOf(account, new ReplayHost(source))
  try {
    recordStepsBefore(copy, operation, state.clock.machine_ms)
    return copy
  } catch (error) {
    if (error instanceof ReplayTooLarge) return account
    throw error
  }
}
