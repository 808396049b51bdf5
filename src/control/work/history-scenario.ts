import { writeAsScenario } from '../../history/export/as-scenario.ts'
import type { Stage } from '../../history/export/retell.ts'
import { readPieces } from '../../history/session/to-session.ts'
import { toBytes } from '../../text/bytes.ts'
import type { JobBody } from './job-body.ts'

/** The history of an account as a scenario, as JSON. @throws ActionError 409 when a scenario cannot say it. */
export async function toHistoryScenario(
  history: string,
  { version }: { version: string },
  stage: Stage,
): Promise<JobBody> {
  const { text: yaml, notes } = await writeAsScenario(readPieces([history]), { version, stage })
  return { bytes: toBytes(JSON.stringify({ yaml, notes })) }
}
