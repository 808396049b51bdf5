import { refuse } from '../../contract/control/action-error.ts'
import type { Session } from '../../contract/session/session.ts'
import type { Stage } from './retell.ts'
import { writeScenario } from './scenario-file.ts'
import { toShortScenario } from './to-short-scenario.ts'

type Options = { version: string; stage: Stage }

/**
 * Writes the history of the first account as the shortest scenario in which each call ends as it did.
 * @throws ActionError 409 when a scenario cannot say what happened.
 */
export async function writeAsScenario(
  file: Session,
  { version, stage }: Options,
): Promise<{ yaml: string; notes: string[] }> {
  const [account] = file.accounts
  if (!account) refuse('history_cut', 'the history has no account')
  const { exported, notes } = await toShortScenario(file, account, stage)
  const { scenario, steps } = exported
  const about = [
    `Written by alias-sandbox ${version} from the history of account ${account.name}.`,
    ...notes,
  ]
  const title = `History of account ${account.name}`
  return {
    yaml: writeScenario(about, { title, ...scenario, expect: steps }),
    notes,
  }
}
