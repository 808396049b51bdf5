import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import type { Entry } from '../../../src/contract/history/entry.ts'
import { openStore } from '../../../src/node/store/store.ts'
import { callCore } from '../../support/core/core-call.ts'
import { MACHINE_MS, coreSandbox } from '../../support/core/core-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { doStep, steps } from '../../support/core/random-actions.ts'
import { runs } from '../../support/runs.ts'
import { loadSession } from '../../../src/history/session/load-session.ts'
import { toStoredText } from '../../../src/history/session/text.ts'
import { stateOf } from '../../support/core/states.ts'

const start = { aliases: [{ id: 'a' }, { id: 'b', expires_at: '+1h' }, { id: 'c' }] }

/** Starts the sandbox again from its file. */
async function restarted(sandbox: Sandbox, file: string): Promise<Sandbox> {
  const text = () => toStoredText(sandbox, { version: '1.0.0', machineMs: MACHINE_MS })
  const persistence = await openStore(file).then((store) =>
    store.persist(() => ({ text: text(), goBack: () => {} })),
  )
  await persistence.close()
  const store = await openStore(file)
  const again = coreSandbox({ account: { plan: 'free' } }, { seed: 99 })
  loadSession(again, store.found!, { machineMs: MACHINE_MS, isOwn: true })
  await store.abandon()
  return again
}

/** All entries of all accounts, with their answers. */
const entriesOf = (sandbox: Sandbox) =>
  sandbox
    .accounts()
    .flatMap(({ history }) => JSON.parse(JSON.stringify(history.entries())) as Entry[])

it('a sandbox is the same after a restart, and continues in the same way, after any calls and actions', async () => {
  const file = join(freshFolder(), 'db.json')
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      const sandbox = coreSandbox(start)
      for (const step of before) doStep(sandbox, step)
      const again = await restarted(sandbox, file)
      expect(stateOf(again, MACHINE_MS)).toEqual(stateOf(sandbox, MACHINE_MS))
      expect(entriesOf(again)).toEqual(entriesOf(sandbox))
      for (const step of after) {
        expect(doStep(again, step)?.message).toBe(doStep(sandbox, step)?.message)
      }
      const key = sandbox.account('default').state.key.current
      expect(callCore(again, { key }).response).toEqual(callCore(sandbox, { key }).response)
      expect(stateOf(again, MACHINE_MS)).toEqual(stateOf(sandbox, MACHINE_MS))
    }),
    { numRuns: runs(100) },
  )
})
