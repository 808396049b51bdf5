import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionAccount } from '../../../src/contract/session/session.ts'
import { recordOf } from '../../../src/history/replay/account-record.ts'
import { Replay } from '../../../src/history/replay/replay.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'
import { writtenRecord } from '../../support/history/written-record.ts'
import { livedSandbox, histories } from '../../support/core/random-lives.ts'
import { runs } from '../../support/runs.ts'

/** Lists the differences of a record that is replayed without its sandbox. */
function differencesIn(record: SessionAccount, sandbox: Sandbox) {
  return [...Replay.start(record, sandbox).run()].flatMap(({ differences }) => differences)
}

describe('start and inputs lead to the same answers', () => {
  it('also from a base, for every call that a small journal still shows', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 20 }), (scenario, maxRequests) => {
        const small = coreSandbox({}, { maxRequests })
        const calls = scenario.filter((beat) => beat.do === 'call' || beat.do === 'wait')
        const sandbox = livedSandbox([...scenario, ...calls, ...calls], {}, undefined, small)
        for (const account of sandbox.accounts()) {
          if (recordOf(account) === undefined) continue
          const record = writtenRecord(sandbox, account)
          expect(differencesIn(record, sandbox)).toEqual([])
          // After a failed write, or an undo to what is gone, the record begins anew.
          if (scenario.some((beat) => ['roll_back', 'undo', 'undo_to'].includes(beat.do))) continue
          const visible = account.requests.entries().map(({ id }) => id)
          expect(record.history.map(({ id }) => id)).toEqual(expect.arrayContaining(visible))
        }
      }),
      { numRuns: runs(200) },
    )
  })
})
