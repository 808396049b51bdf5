// In a file of its own: a process is told once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../src/index.ts'
import '../../support/process/fresh-build.js' // dist/skip-waits.cjs

it('a test that has started a process before is told why its waits take real time', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)'])
  onTestFinished(() => void child.kill())
  await using sandbox = await startSandbox()
  const warned = once(process, 'warning')
  const told = sandbox.defaultAccount.clock.skipWaits(async () => {
    const waiting = sleep(36_000_000, undefined, { ref: false })
    waiting.catch(() => {})
    const [{ message }] = (await warned) as [Error]
    return message
  })
  expect(await told).toBe('clock.skipWaits: waits take real time, since a child process lives')
})
