import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { openStore } from '../../../src/node/store/store.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { steps, doStep } from '../../support/core/random-actions.ts'
import { runs } from '../../support/runs.ts'

const start = { aliases: [{ id: 'a' }, { id: 'b', expires_at: '+1h' }, { id: 'c' }] }

/** Starts the sandbox again from its file. */
async function restarted(sandbox: Sandbox, file: string): Promise<Sandbox> {
  const persistence = await openStore(file).then((store) =>
    store.persist({ state: () => sandbox.liveState(MACHINE_MS), rollBack: () => {} }),
  )
  await persistence.close()
  const store = await openStore(file)
  const again = coreSandbox({ account: { plan: 'free' } }, { seed: 99 })
  again.restore(store.found!)
  await store.abandon()
  return again
}

it('a sandbox is the same after a restart, and continues in the same way, after any calls and actions', async () => {
  const file = join(freshFolder(), 'db.json')
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      const sandbox = coreSandbox(start)
      for (const step of before) doStep(sandbox, step)
      const again = await restarted(sandbox, file)
      expect(again.toState(MACHINE_MS)).toEqual(sandbox.toState(MACHINE_MS))
      for (const step of after) {
        expect(doStep(again, step)?.message).toBe(doStep(sandbox, step)?.message)
      }
      const key = sandbox.account('default').state.key.current
      expect(callCore(again, { key }).response).toEqual(callCore(sandbox, { key }).response)
      expect(again.toState(MACHINE_MS)).toEqual(sandbox.toState(MACHINE_MS))
    }),
    { numRuns: runs(100) },
  )
})
