import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import '../support/process/fresh-build.js' // dist/skip-waits.cjs
import { patientClients, verdictsOn, waitingStories } from './clients/patient.js'

describe.each(Object.entries(patientClients))('%s', (_client, call) => {
  it.each(waitingStories)('is judged as in real time after $title', async (story) => {
    await using sandbox = await startSandbox({ frozen: true })
    const account = await sandbox.account()
    expect(await verdictsOn(account, call, story, true)).toEqual(story.verdicts)
  })
})
