import type { Session, SessionAccount } from '../../contract/session/session.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountRecord, RecordStart } from '../replay/account-record.ts'
import type { ReplaySource } from '../replay/replay-host.ts'
import { toIso } from '../../core/clock/times.ts'

/** Converts the records that the core replays to accounts of a session, and back. */

/** A record as an account of a session, which starts in a state or a scenario. */
export function toSessionAccount({ name, start, entries }: AccountRecord): SessionAccount {
  const history = [...entries]
  return { name, start: toFileStart(start), history }
}

function toFileStart(start: RecordStart): SessionAccount['start'] {
  if (start.kind === 'scenario') return toScenarioStart(start)
  return { state: start.state, real_at: toIso(start.machineMs) }
}

/** A start in a scenario as that of a file. */
export function toScenarioStart({
  named,
  seed,
  key,
  machineMs,
}: Extract<RecordStart, { kind: 'scenario' }>): SessionAccount['start'] {
  return {
    scenario: named.name,
    definition: named.scenario,
    seed,
    key: key.first,
    ...(key.series > 0 && { key_series: key.series }),
    ...(key.made > 0 && { keys_made: key.made }),
    real_at: toIso(machineMs),
  }
}

/** An account of a file as a record. */
export function toRecord({
  name,
  start,
  history,
  numbers_before: numbersBefore,
  until,
}: SessionAccount): AccountRecord {
  // The first entry can say again how the account starts.
  const entries = history.filter(({ type }) => type !== 'start')
  return {
    name,
    start: toRecordStart(start),
    entries,
    numbersBefore,
    until: until && { accountMs: Date.parse(until.at), machineMs: Date.parse(until.real_at) },
  }
}

function toRecordStart({ real_at, state, ...start }: SessionAccount['start']): RecordStart {
  const machineMs = Date.parse(real_at)
  if (state) return { kind: 'state', state, machineMs }
  const { scenario, definition, seed, key, key_series: series = 0, keys_made: made = 0 } = start
  // The contract requires all of them without a state.
  const named = { name: scenario!, scenario: definition as Scenario }
  return { kind: 'scenario', named, seed: seed!, key: { first: key!, series, made }, machineMs }
}

/** Returns the scenarios and texts that a replay of the file looks up. */
export function sourceOf(
  { overrides = {}, scenarios = {}, scenario_names: names }: Session,
  sampleTexts: ReplaySource['sampleTexts'],
): ReplaySource {
  return {
    findScenario: (name) =>
      Object.hasOwn(scenarios, name) ? (scenarios[name] as Scenario) : undefined,
    scenarioNames: () => names ?? Object.keys(scenarios),
    overrides: overrides as Scenario,
    sampleTexts,
  }
}
