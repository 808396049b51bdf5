import { STATE_VERSION } from '../contract/state.ts'

/** By version: what makes a state of that version one of the next. */
export type Migrations = Readonly<Record<number, (state: Record<string, unknown>) => object>>

/** There has been one version so far. A step is added here when `STATE_VERSION` is raised. */
export const steps: Migrations = {}

/**
 * Brings a state to the present version, a step at a time, and says from which one it came if it was
 * another; `refuse` is called for a newer one.
 */
export function migrate(
  value: unknown,
  migrations: Migrations,
  refuse: (version: number) => never,
): { value: unknown; from?: number } {
  let state = value as Record<string, unknown>
  let from: number | undefined
  while (isObject(state) && state['version'] !== STATE_VERSION) {
    const version = state['version']
    if (typeof version !== 'number') break // the schema says what is wrong
    if (version > STATE_VERSION) refuse(version)
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
