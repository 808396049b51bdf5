import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { openTravel } from '../../src/hunt/time-travel/travel.ts'
import '../support/process/fresh-build.js' // dist/time-travel.cjs

it.each([
  ['waits for nothing that will ever come', `require('node:net').createServer().listen(0)`],
  ['tries again and again', `setInterval(() => {}, 2_000)`],
])('a command that %s reaches a limit of an hour', async (_what, script) => {
  const travel = await openTravel()
  onTestFinished(() => travel.close())
  const start = travel.clock.now()
  const child = spawn(process.execPath, ['--eval', script], {
    env: { ...process.env, ...travel.environment(process.env) },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  travel.clock.limit(3_600_000, () => child.kill())
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGTERM')
  expect(travel.clock.now() - start).toBeGreaterThanOrEqual(3_600_000)
})

it('a limit that is not reached does nothing', async () => {
  const travel = await openTravel()
  onTestFinished(() => travel.close())
  const child = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'], {
    env: { ...process.env, ...travel.environment(process.env) },
  })
  const stop = travel.clock.limit(3_600_000, () => child.kill())
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  stop()
  expect(exitCode).toBe(0)
})

it('closing drops the limits, so that no process waits for them', async () => {
  // The test runner has timers of its own, which come and go: a hundred limits stand out.
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const travel = await openTravel()
  for (let at = 0; at < 100; at += 1) travel.clock.limit(3_600_000, () => {})
  expect(timers()).toBeGreaterThanOrEqual(100)
  await travel.close()
  expect(timers()).toBeLessThan(50)
})
