import type { Session } from '../../../src/contract/session/session.ts'
import type { Account } from '../../../src/core/account/account.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { toSession } from '../../../src/history/session/to-session.ts'
import { shippedScenarios } from '../../../src/node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../../../src/scenario/catalog.ts'
import { sampleTexts } from '../../../src/node/files/sample-texts.ts'

/** The surroundings in which an export is tried. */
export const stage = { catalog: new ScenarioCatalog(shippedScenarios()), sampleTexts }

/** The history of one account as a file. */
export function historyOf(sandbox: Sandbox, account: Account): Session {
  return toSession(sandbox, [account], { version: '1.0.0' })
}
