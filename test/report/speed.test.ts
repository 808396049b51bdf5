import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { rules } from '../../src/report/report.ts'
import { type Step, create, list, lived } from '../support/core/judged.ts'
import { TimedHistory } from '../../src/report/timed-history.ts'

// A journal holds a thousand calls, and a report judges those of all accounts. What grows with the square
// of the calls shows in how often the rules read an entry.

const hasty: [what: string, Scenario, (index: number) => Step][] = [
  ['a burst 429', { usage: { burst: 60 } }, (index) => ({ ...list, after: index })],
  ['a daily 429', { usage: { daily: 50 }, limits: { burst: 'off' } }, () => create],
  [
    'a 403',
    { account: { billing: 'past_due' } },
    (index) => ({ ...list, query: `limit=${index}` }),
  ],
  [
    'a 503 on a thousand connections',
    { faults: [{ kind: 'outage', times: 'always' }] },
    (index) => ({ ...list, after: index, connection: { id: index, freeAfter: 0, isNew: true } }),
  ],
]

describe('judging a client that ignores', () => {
  it.each(hasty)('%s reads each entry a bounded number of times', (_what, scenario, step) => {
    const readsOf = (count: number) => {
      const history = lived(
        scenario,
        Array.from({ length: count }, (_, index) => step(index)),
      ).history
      let reads = 0
      const counting = history.entries().map((entry) =>
        entry.type === 'call'
          ? new Proxy(entry, {
              get(target, name) {
                if (name === 'real_at' || name === 'ended_at') reads += 1
                return Reflect.get(target, name) as unknown
              },
            })
          : entry,
      )
      const timed = new TimedHistory(counting)
      for (const rule of rules) rule.judge(timed)
      return reads / count
    }
    const [few, many] = [readsOf(100), readsOf(800)]
    expect(many).toBeLessThan(2 * few)
  })
})
