import { rules } from '../rules.ts'
import { STATE_VERSION } from './state.ts'

/** For each version, the step that converts its state to the next version. */
export type Migrations = Readonly<Record<number, (state: Record<string, unknown>) => object>>

/** Add a step here when `STATE_VERSION` changes. */
export const steps: Migrations = {
  // Version 2 adds the counters from which names and keys are generated.
  1: (state) => ({
    ...state,
    accounts_named: 0,
    accounts_deleted: 0,
    accounts: mapList(state['accounts'], toVersion2),
  }),
}

function toVersion2(account: Record<string, unknown>): object {
  const { key } = account
  return {
    ...account,
    ...withinWindow(account),
    messages_varied: 0,
    key: isObject(key) ? { ...key, series: 0 } : key,
  }
}

/** Version 1 accepted windows longer than a burst window. */
function withinWindow({ usage, clock }: Record<string, unknown>): object {
  if (!isObject(usage) || !isObject(usage['burst']) || !isObject(clock)) return {}
  const latest = Number(clock['account_ms']) + rules.burst.windowSeconds * 1_000
  const { resets_at_ms: resets } = usage['burst']
  if (typeof resets !== 'number' || !(resets > latest)) return {}
  return { usage: { ...usage, burst: { ...usage['burst'], resets_at_ms: latest } } }
}

/** Leaves invalid values unchanged: the schema reports them later. */
function mapList(list: unknown, change: (item: Record<string, unknown>) => object): unknown {
  if (!Array.isArray(list)) return list
  return list.map((item: unknown) => (isObject(item) ? change(item) : item))
}

/**
 * Upgrades a state to the current version, one step at a time. `from` is its original version if it was
 * older. For a newer state it calls `refuse` with the version and leaves the state unchanged.
 */
export function migrate(
  value: unknown,
  migrations: Migrations,
  refuse: (version: number) => void = () => {},
): { value: unknown; from?: number } {
  let state = value as Record<string, unknown>
  let from: number | undefined
  while (isObject(state) && state['version'] !== STATE_VERSION) {
    const version = state['version']
    if (typeof version !== 'number') break // the schema reports it
    if (version > STATE_VERSION) {
      refuse(version)
      break
    }
    const step = migrations[version]
    if (step === undefined) break
    state = { ...step(state), version: version + 1 }
    from ??= version
  }
  return from === undefined ? { value } : { value: state, from }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
