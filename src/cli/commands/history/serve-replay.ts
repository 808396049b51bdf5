import { storedBounds } from '../../../contract/values/bounds.ts'
import { defaults } from '../../../contract/defaults.ts'
import type { HistoryFile } from '../../../contract/history/file.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { settingsSchema } from '../../../contract/settings.ts'
import type { SandboxState } from '../../../contract/state/state.ts'
import { parse } from 'valibot'
import type { Account } from '../../../core/account/account.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { toStatePieces } from '../../../core/views/state-text.ts'
import { ScenarioCatalog, shippedScenarios } from '../../../scenario/catalog.ts'
import type { StartOptions } from '../../../start.ts'
import type { Context } from '../../args/context.ts'
import { openLiveLog } from '../../log/open-request-log.ts'
import { crashReport } from '../../output/crash-report.ts'
import { runtimeError } from '../../output/failure.ts'
import { openSandbox } from '../../sandbox/open-sandbox.ts'
import { noReadyFile } from '../../sandbox/ready-file.ts'
import { serve } from '../start.ts'

/** Runs a sandbox with these accounts until a signal stops it. Their clocks go on from where they are. */
export async function serveReplay(
  { options, ...context }: Context<'port' | 'json' | 'quiet'>,
  file: HistoryFile,
  accounts: readonly Account[],
): Promise<number> {
  const settings = {
    ...toSettings(options.port, file, accounts, crashReport(context.io)),
    onStop: context.io.requestEnd,
  }
  const shared = { ...context, options: { ...options, open: false, log: undefined } }
  const log = openLiveLog(shared)
  try {
    const running = await openSandbox(settings, context)
    return await serve(shared, {
      settings,
      running,
      log,
      readyFile: noReadyFile,
    })
  } finally {
    await log?.close()
  }
}

function toSettings(
  port: number,
  file: HistoryFile,
  accounts: readonly Account[],
  onCrash: StartOptions['onCrash'],
): StartOptions {
  const named = Object.entries(file.scenarios ?? {})
  const scenarios = named.map(([name, scenario]) => ({ name, scenario: scenario as Scenario }))
  const own = accounts.find(({ name }) => name === defaults.account)?.state
  const [first] = accounts
  return {
    ...parse(settingsSchema, {}),
    port,
    seed: first?.state.seed ?? defaults.seed,
    apiKey: own?.key.current ?? defaults.apiKey,
    catalog: new ScenarioCatalog([...shippedScenarios(), ...scenarios]),
    start: own ? { name: own.scenario, scenario: {} } : { name: defaults.scenario, scenario: {} },
    overrides: (file.overrides ?? {}) as Scenario,
    prepare: (sandbox, machineMs) =>
      sandbox.restore(toState(sandbox, accounts, machineMs), machineMs),
    onCrash,
  }
}

/** The state with these accounts; a sandbox always has an account `default`. */
function toState(sandbox: Sandbox, accounts: readonly Account[], machineMs: number): SandboxState {
  const state = sandbox.liveState(machineMs)
  const replayed = accounts.map((account) => account.liveState(machineMs))
  const names = new Set(replayed.map(({ name }) => name))
  const others = state.accounts.filter(({ name }) => !names.has(name))
  const live = { ...state, accounts: [...others, ...replayed] }
  const pieces = toStatePieces(live, storedBounds.databaseBytes.max)
  if (pieces === null) throw runtimeError('replay: the accounts are too large to be served')
  return JSON.parse(pieces.join('')) as SandboxState
}
