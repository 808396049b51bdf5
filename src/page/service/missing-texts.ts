import { ActionError } from '../../contract/control/action-error.ts'
import type { SampleLocale } from '../../contract/scenario/sample-data.ts'
import type { Account } from '../../core/account/account.ts'
import type { SampleField } from '../../core/aliases/sample-texts.ts'
import { copyOf } from '../../history/replay/account-before.ts'
import { ReplayHost } from '../../history/replay/replay-host.ts'
import type { Sandbox } from '../../core/sandbox.ts'

/**
 * Refuses what needs sample texts that the page does not carry, before it becomes part of the history: where
 * alias-sandbox has all texts, it would be done. Therefore it is tried on a copy first.
 * @throws ActionError 409
 */
export function refuseMissingTexts(
  sandbox: Sandbox,
  account: Account,
  attempt: (copy: Account) => void,
): void {
  let missing: ActionError | undefined
  const noted = <Result>(run: () => Result): Result => {
    try {
      return run()
    } catch (error) {
      if (error instanceof ActionError) missing ??= error
      throw error
    }
  }
  const host = new ReplayHost({
    overrides: sandbox.overrides,
    findScenario: (name) => sandbox.findScenario(name),
    scenarioNames: () => sandbox.scenarioNames(),
    sampleTexts(locale: SampleLocale) {
      const texts = sandbox.sampleTexts(locale)
      return { text: (field: SampleField, number) => noted(() => texts.text(field, number)) }
    },
  })
  try {
    attempt(copyOf(account, host))
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
  }
  // A step of a timeline that is refused is an event like others, and does not get here.
  if (missing) throw missing
}
