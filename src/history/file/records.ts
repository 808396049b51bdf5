import type { Entry } from '../../contract/history/entry.ts'
import type { SessionEntry, Session, SessionAccount } from '../../contract/session/session.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState } from '../../contract/state/state.ts'
import type { AccountRecord, RecordStart } from '../replay/account-record.ts'
import type { ReplaySource } from '../replay/replay-host.ts'
import { toIso } from '../../core/clock/times.ts'

/** Converts the records that the core replays to accounts of a history file, and back. */

/** A record as an account of a file, which starts in a state or a scenario. */
export function toSessionAccount({ name, start, entries, states }: AccountRecord): SessionAccount {
  const history = entries.map((entry): SessionEntry => {
    const state = states.get(entry.order)
    return state && isReplacing(entry) ? { ...entry, state } : entry
  })
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
  const entries: Entry[] = []
  const states = new Map<number, AccountState>()
  for (const [at, item] of history.entries()) {
    if (isOpening(item, at)) continue
    if (!isReplacing(item)) entries.push(item)
    else {
      const { state, ...entry } = item
      entries.push(entry)
      if (state) states.set(item.order, state)
    }
  }
  return {
    name,
    start: toRecordStart(start),
    entries,
    states,
    numbersBefore,
    until: until && { accountMs: Date.parse(until.at), machineMs: Date.parse(until.real_at) },
  }
}

/** Items after which the account can have a state that the items before do not lead to. */
function isReplacing(
  item: SessionEntry,
): item is Extract<SessionEntry, { type: 'start' | 'rewind' }> {
  return item.type === 'start' || item.type === 'rewind'
}

/** The first item says again how the account starts. A start with a state replaces the account's value. */
function isOpening(
  item: SessionEntry,
  at: number,
): item is Extract<SessionEntry, { type: 'start' }> {
  return at === 0 && item.type === 'start' && item.state === undefined
}

function toRecordStart({ real_at, state, ...start }: SessionAccount['start']): RecordStart {
  const machineMs = Date.parse(real_at)
  if (state) return { kind: 'state', state, machineMs }
  const { scenario, definition, seed, key, key_series: series = 0, keys_made: made = 0 } = start
  // The contract requires all of them without a state.
  const named = { name: scenario!, scenario: definition as Scenario }
  return { kind: 'scenario', named, seed: seed!, key: { first: key!, series, made }, machineMs }
}

/** What a replay of the file looks up. */
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
