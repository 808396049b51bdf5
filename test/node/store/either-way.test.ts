import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { controlClient } from '../../support/http/control-client.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { actions } from '../../support/core/random-actions.ts'

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
const inMemory = () => ({})
const inFile = () => ({ db: join(freshFolder(), 'db.json') })

it('a sandbox with a file gives the same answers as one in memory, for any calls and actions', async () => {
  // With a scale the result would depend on real time.
  const steps = fc
    .array(actions, { maxLength: 12 })
    .filter((input) => input.every(({ action }) => action !== 'resume_clock'))
  const transcribe = async (
    options: object,
    input: readonly { action: string; input: object }[],
  ) => {
    const sandbox = await freshSandbox({
      ...options,
      overrides: { clock },
      with: { aliases: [{ id: 'a' }], clock },
    })
    const lines: string[] = []
    for (const step of input) {
      lines.push(JSON.stringify((await controlClient(sandbox).do(step.action, step.input)).body))
      const { api_key } = await controlClient(sandbox).account()
      for (const method of ['POST', 'GET']) {
        const headers = { authorization: `Bearer ${api_key}` }
        const response = await fetch(`${sandbox.url}/v1/aliases`, { method, headers }).catch(
          () => null,
        )
        lines.push(response ? `${response.status} ${await response.text()}` : 'no answer')
      }
    }
    await sandbox.close()
    return lines
  }
  await fc.assert(
    fc.asyncProperty(steps, async (input) => {
      expect(await transcribe(inFile(), input)).toEqual(await transcribe(inMemory(), input))
    }),
    { numRuns: 15 },
  )
})
