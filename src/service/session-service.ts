import { defaults } from '../contract/defaults.ts'
import type { Session } from '../contract/session/session.ts'
import type { Report } from '../core/contain.ts'
import type { ScenarioLookup } from '../core/sandbox-options.ts'
import { loadSession } from '../history/session/load-session.ts'
import { sourceOf } from '../history/session/source-of.ts'
import type { SessionReplay } from '../history/session/replay-session.ts'
import type { Host } from './host.ts'
import { assemble, type Service } from './service.ts'

/** Where no session brings its own ends, nothing that was recorded is too much. */
const unlimited = { accountBytes: Infinity, historyBytes: Infinity }

type SessionHost = Omit<Host, 'limits'> & { catalog?: ScenarioLookup; onCrash: Report }

/** The time of the machine at the end of a session. */
export function endOf({ accounts: [first] }: Session): number {
  return first === undefined ? 0 : Date.parse(first.until?.real_at ?? first.start.real_at)
}

/**
 * Assembles a sandbox in which a session is repeated. What the session says of each answer stays so: a replay sends
 * nothing. `catalog` has scenarios beside those of the session.
 * @throws ActionError when an account cannot start as the session says
 */
export function assembleSession(
  session: Session,
  { catalog, onCrash, ...host }: SessionHost,
): { service: Service; replay: SessionReplay } {
  const source = sourceOf(session, host.sampleTexts)
  const [first] = session.accounts
  const service = assemble({
    settings: {
      ...defaults,
      allowedHosts: [],
      seed: first?.start.seed ?? first?.start.state?.seed ?? defaults.seed,
      maxAccounts: Infinity,
      maxRequests: Infinity,
    },
    catalog: {
      find: (name) => source.findScenario(name) ?? catalog?.find(name),
      names: () => (session.scenario_names ? source.scenarioNames() : (catalog?.names() ?? [])),
    },
    start: { name: defaults.scenario, scenario: {} },
    overrides: source.overrides,
    onCrash,
    host: { ...host, limits: unlimited },
  })
  const replay = loadSession(service.sandbox, session, { machineMs: endOf(session), isOwn: true })
  return { service, replay }
}
