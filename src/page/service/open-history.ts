import { defaults } from '../../contract/defaults.ts'
import type { Session } from '../../contract/session/session.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import { Sandbox } from '../../core/sandbox.ts'
import { loadSession } from '../../history/session/load-session.ts'
import { sourceOf } from '../../history/session/records.ts'
import type { SessionReplay } from '../../history/session/replay-session.ts'

/** A sandbox in which a history has taken place, as far as it could be repeated. */
export type OpenedHistory = { sandbox: Sandbox; replay: SessionReplay }

/**
 * Repeats a history in a sandbox of its own, which goes on from its end. What the history says of each answer stays
 * so: a replay sends nothing.
 * @throws ActionError when an account cannot start as the file says.
 */
export function openHistory(
  file: Session,
  sampleTexts: ReplaySource['sampleTexts'],
): OpenedHistory {
  const sandbox = sandboxFor(file, sourceOf(file, sampleTexts))
  const [first] = file.accounts
  const machineMs =
    first === undefined ? 0 : Date.parse(first.until?.real_at ?? first.start.real_at)
  return { sandbox, replay: loadSession(sandbox, file, { machineMs, isOwn: true }) }
}

function sandboxFor({ accounts: [first] }: Session, source: ReplaySource): Sandbox {
  return new Sandbox(
    {
      settings: {
        seed: first?.start.seed ?? first?.start.state?.seed ?? defaults.seed,
        apiKey: defaults.apiKey,
        maxAccounts: Infinity,
        maxRequests: Infinity,
      },
      catalog: {
        find: (name) => source.findScenario(name),
        names: () => source.scenarioNames(),
      },
      sampleTexts: (locale) => source.sampleTexts(locale),
      start: { name: defaults.scenario, scenario: {} },
      overrides: source.overrides,
      onCrash: (error) => {
        throw error
      },
      limits: { accountBytes: Infinity, historyBytes: Infinity },
    },
    first === undefined ? 0 : Date.parse(first.start.real_at),
  )
}
