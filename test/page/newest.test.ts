import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSession } from '../../src/history/session/to-session.ts'
import { isNewestOf, toNewest } from '../../src/history/page/newest.ts'
import { readPageFile } from '../../src/history/page/page-file.ts'
import { toPageFile } from '../../src/history/page/to-page-file.ts'
import { callCore } from '../support/core/core-call.ts'
import { livedSandbox, stories } from '../support/core/random-stories.ts'
import { runs } from '../support/runs.ts'

describe('the newest entries of a page', () => {
  it('are read as those of the whole, whatever happened', () => {
    let carried = 0
    fc.assert(
      fc.property(stories, fc.constantFrom('', '\u2028</script>\ud83d', 'é'), (story, label) => {
        const sandbox = livedSandbox(story)
        const [account] = sandbox.accounts()
        const { machine_ms: from } = account!.state.clock
        for (let at = 0; at < 300; at += 1) {
          callCore(sandbox, { body: JSON.stringify({ label }), machineMs: from + at })
        }
        const history = toSession(sandbox, [account!], { version: '0.0.0' })
        const page = toPageFile({ history }, '0.0.0')
        const json = JSON.stringify(page)
        const newest = toNewest(page, json)
        if (newest === undefined) return
        carried += 1
        expect(isNewestOf(readPageFile(newest), readPageFile(json))).toBe(true)
      }),
      { numRuns: runs(50) },
    )
    expect(carried).toBeGreaterThan(0)
  })
})
