import type { Manner } from '../../core/calls/manner.ts'

/** The number of requests by operation and outcome, such as `create collision`: 2. */
export type CallCounts = ReadonlyMap<string, number>

/** Counts the calls of all accounts of a sandbox, made in a manner. */
export function countCalls(inner: Manner): { manner: Manner; counts: CallCounts } {
  const counts = new Map<string, number>()
  return {
    counts,
    manner: {
      ...inner,
      answer(call, result) {
        const { operation } = call
        const name = operation === null ? result.outcome : `${operation} ${result.outcome}`
        counts.set(name, (counts.get(name) ?? 0) + 1)
        return inner.answer(call, result)
      },
    },
  }
}

export function isSameCalls(one: CallCounts, other: CallCounts): boolean {
  return differences(one, other).length === 0
}

/** `create created: 1, then 2`: what differs between two runs. */
export function differences(one: CallCounts, other: CallCounts): string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])]
  return names.flatMap((name) => {
    const [a, b] = [one.get(name) ?? 0, other.get(name) ?? 0]
    return a === b ? [] : [`${name}: ${a}, then ${b}`]
  })
}
