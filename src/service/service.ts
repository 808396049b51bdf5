import type { NamedScenario, Scenario } from '../contract/scenario/scenario.ts'
import type { Settings } from '../contract/settings.ts'
import type { Manner } from '../core/calls/manner.ts'
import type { Report } from '../core/contain.ts'
import { Sandbox } from '../core/sandbox.ts'
import type { ScenarioLookup } from '../core/sandbox-options.ts'
import type { ControlApi, ServedSandbox } from './control-api.ts'
import type { Host } from './host.ts'

/** The settings of a sandbox, which the caller has validated, and what only its host can provide. */
export type ServiceOptions = {
  settings: Settings
  catalog: ScenarioLookup
  /** The scenario of account `default`, and its name. */
  start: NamedScenario
  /** Merged over every scenario that is found by name. */
  overrides: Scenario
  /** In which manner calls are made; as documented if omitted. */
  manner?: Manner | undefined
  /** Called with unexpected errors. */
  onCrash: Report
  host: Host
}

/** A sandbox, and all that answers its requests but the host that receives them. */
export type Service = ServedSandbox & {
  readonly settings: Settings
  /** The control API. It is loaded at the first request for it: clients of `/v1` need none of it. */
  readonly controlApi: () => Promise<ControlApi>
  /** Ends all waiting requests and event streams. */
  readonly close: () => void
}

/** Assembles a sandbox. @throws ActionError if the account `default` cannot start */
export function assemble(options: ServiceOptions): Service {
  const { settings, onCrash, host } = options
  const { clock } = host
  const sandbox = new Sandbox({ ...options, ...host }, clock.now())
  const closing = new AbortController()
  const service = {
    settings,
    sandbox,
    clock,
    onCrash,
    closing: closing.signal,
    close: () => closing.abort(),
  }
  let loading: Promise<ControlApi> | undefined
  const load = async () => {
    const { ControlApi } = await import('./control-api.ts')
    return new ControlApi(service, host)
  }
  return { ...service, controlApi: () => (loading ??= load()) }
}
