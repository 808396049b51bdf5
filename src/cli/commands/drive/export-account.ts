import { ActionError } from '../../../contract/control/action-error.ts'
import type { Session } from '../../../contract/session/session.ts'
import { writeAsScenario } from '../../../history/export/as-scenario.ts'
import { shippedScenarios } from '../../../node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../../../scenario/catalog.ts'
import { sampleTexts } from '../../../node/files/sample-texts.ts'
import { version } from '../../../node/files/version.ts'
import type { Context } from '../../args/context.ts'
import { Progress } from '../../child/progress.ts'
import { runtimeError } from '../../output/failure.ts'

/** The history of an account as a scenario; says on standard error what it leaves out. */
export async function exportAccount(
  history: Session,
  { io, env }: Pick<Context, 'io' | 'env'>,
): Promise<{ text: string; requests: number }> {
  const stage = { catalog: new ScenarioCatalog(shippedScenarios()), sampleTexts }
  const progress = new Progress(io, env)
  const onAttempt = (attempt: number) => progress.show(`attempt ${attempt} to shorten the scenario`)
  try {
    const { text, notes, calls } = await writeAsScenario(history, { version, stage, onAttempt })
    progress.end()
    for (const note of notes) io.stderr.write(`${note}\n`)
    return { text, requests: calls }
  } catch (error) {
    if (error instanceof ActionError) throw runtimeError(error.message)
    throw error
  } finally {
    progress.end()
  }
}
