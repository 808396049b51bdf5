import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyFile, type HistoryFile } from '../../src/contract/history-file.ts'
import { runSteps } from '../../src/contract/run-steps.ts'
import { checkShape, checkShapeInSteps } from '../../src/contract/validation-issue.ts'
import { parseJson, parseJsonInSteps, type ValueLimits } from '../../src/contract/value-limits.ts'
import { toHistoryFile } from '../../src/history-file/from-sandbox.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { fileOf, listItem } from '../support/history/small-file.ts'

/** A file with everything that can be long: states, scenarios, items, and lists in each of them. */
function longFile(): HistoryFile {
  const aliases = [{ id: 'a' }, { id: 'b', label: 'shop' }]
  const faults = [{ kind: 'delay' as const, ms: 1 }]
  const sandbox = coreSandbox({
    aliases,
    faults,
    timeline: [{ at: '+1h', do: 'cancel_subscription' }],
  })
  const account = sandbox.account('default')
  sandbox.restoreAccount(account, sandbox.toState(MACHINE_MS), MACHINE_MS)
  sandbox.perform(account, 'rotate_key', {}, MACHINE_MS)
  const file = toHistoryFile(sandbox, [account], { version: '0.0.0' })
  const other = fileOf([listItem(1), listItem(2)], {
    scenarios: { one: { aliases }, two: { faults } },
  })
  return JSON.parse(
    JSON.stringify({ ...other, accounts: [...file.accounts, ...other.accounts] }),
  ) as HistoryFile
}

const LONG = JSON.stringify(longFile())

/** Every path of a value. */
function pathsOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner).map((path) => [key, ...path]),
  ])
}

function put(value: unknown, path: readonly (string | number)[], replacement: unknown): void {
  const [last = '', ...before] = path.toReversed()
  const parent = before
    .toReversed()
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value)
  if (typeof parent === 'object' && parent !== null)
    (parent as Record<string, unknown>)[last] = replacement
}

describe('a check in steps finds what a check at once finds', () => {
  it('in a history file, whatever is wrong in it', () => {
    expect(checkShape(historyFile, JSON.parse(LONG))).toMatchObject({ ok: true })
    const wrong = fc.constantFrom<unknown>(null, 7, '', 'x', [], {}, [7], [{}, 'x'], Array.from({ length: 60 }, () => 7))
    const path = fc.constantFrom(...pathsOf(JSON.parse(LONG)))
    fc.assert(
      fc.property(fc.array(fc.tuple(path, wrong), { maxLength: 4 }), (changes) => {
        const value: unknown = JSON.parse(LONG)
        for (const change of changes) put(value, ...change)
        expect(runSteps(checkShapeInSteps(historyFile, value))).toEqual(checkShape(historyFile, value))
      }),
      { numRuns: 200 },
    )
  }) // prettier-ignore

  it('in a text that is JSON, and is just within its limits or just beyond one', () => {
    const unit = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', '}', ']', ',', ':', 'x', 'é', ' '), maxLength: 6 })
    const some = fc.oneof(unit, fc.array(unit, { maxLength: 5 }), fc.dictionary(unit, unit, { maxKeys: 5 }))
    const limit = fc.constantFrom<keyof ValueLimits>('depth', 'values', 'containers', 'keys')
    fc.assert(
      fc.property(some, fc.nat(20), fc.option(limit), (value, shift, beyond) => {
        const text = `${' '.repeat(shift)}[${`${JSON.stringify(value)},`.repeat(9_000)}0]`
        const parsed: unknown = JSON.parse(text)
        const limits = sizeOf(parsed)
        if (beyond) limits[beyond] -= 1
        const inSteps = runSteps(parseJsonInSteps(text, limits))
        expect(inSteps).toEqual(parseJson(text, limits))
        const isWithin = beyond === null || limits[beyond] < 0
        expect(inSteps.ok).toBe(isWithin)
      }),
      { numRuns: 50 },
    )
  }) // prettier-ignore
})

/** The limits that a value just keeps. */
function sizeOf(value: unknown): ValueLimits {
  const size = { depth: 0, values: 1, containers: 0, keys: 0 }
  if (typeof value !== 'object' || value === null) return size
  size.containers = 1
  if (!Array.isArray(value)) size.keys = Object.keys(value).length
  for (const inner of Object.values(value).map(sizeOf)) {
    size.depth = Math.max(size.depth, inner.depth)
    size.values += inner.values
    size.containers += inner.containers
    size.keys = Math.max(size.keys, inner.keys)
  }
  size.depth += 1
  return size
}
