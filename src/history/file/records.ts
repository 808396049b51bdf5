import type { Entry } from '../../contract/history/entry.ts'
import type { HistoryFile, HistoryFileAccount, WrittenEntry } from '../../contract/history/file.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState } from '../../contract/state/state.ts'
import type { AccountRecord, RecordStart } from '../replay/account-record.ts'
import type { ReplaySource } from '../replay/replay-host.ts'
import { toIso } from '../../core/clock/times.ts'

/** Converts the records that the core replays to accounts of a history file, and back. */

/** A record as an account of a file, which starts in a state or a scenario. */
export function toFileAccount({ name, start, entries, states }: AccountRecord): HistoryFileAccount {
  const history = entries.map((entry): WrittenEntry => {
    const state = states.get(entry.order)
    return state && isReplacing(entry) ? { ...entry, state } : entry
  })
  return { name, start: toFileStart(start), history }
}

function toFileStart(start: RecordStart): HistoryFileAccount['start'] {
  if (start.kind === 'scenario') return toScenarioStart(start)
  return { state: start.state, real_at: toIso(start.machineMs) }
}

/** A start in a scenario as that of a file. */
export function toScenarioStart({
  named,
  seed,
  key,
  machineMs,
}: Extract<RecordStart, { kind: 'scenario' }>): HistoryFileAccount['start'] {
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
export function toRecord({ name, start, history }: HistoryFileAccount): AccountRecord {
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
  return { name, start: toRecordStart(start), entries, states }
}

/** Items after which the account can have a state that the items before do not lead to. */
function isReplacing(
  item: WrittenEntry,
): item is Extract<WrittenEntry, { type: 'start' | 'rewind' }> {
  return item.type === 'start' || item.type === 'rewind'
}

/** The first item says again how the account starts. A start with a state replaces the account's value. */
function isOpening(
  item: WrittenEntry,
  at: number,
): item is Extract<WrittenEntry, { type: 'start' }> {
  return at === 0 && item.type === 'start' && item.state === undefined
}

function toRecordStart({ real_at, state, ...start }: HistoryFileAccount['start']): RecordStart {
  const machineMs = Date.parse(real_at)
  if (state) return { kind: 'state', state, machineMs }
  const { scenario, definition, seed, key, key_series: series = 0, keys_made: made = 0 } = start
  // The contract requires all of them without a state.
  const named = { name: scenario!, scenario: definition as Scenario }
  return { kind: 'scenario', named, seed: seed!, key: { first: key!, series, made }, machineMs }
}

/** What a replay of the file looks up. */
export function sourceOf(
  { overrides = {}, scenarios = {}, scenario_names: names }: HistoryFile,
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
