import { expect, it } from 'vitest'
import '../../support/process/fresh-build.js' // dist/time-travel.cjs
import { runCli } from '../../support/process/run-cli.ts'
import { needs } from '../../support/tools/needs.ts'

/** A client that meets a 503 and calls again after so many seconds. */
const client = (seconds: number) => [
  process.execPath,
  '--input-type=module',
  '--eval',
  `const call = () => fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases', { headers: { authorization: 'Bearer sandbox_outage_blip' } })
  await call()
  await new Promise((resolve) => setTimeout(resolve, ${seconds * 1_000}))
  process.exitCode = (await call()).ok ? 0 : 7
  await new Promise((resolve) => setTimeout(resolve, 36_000_000)) // in real time the test would not end`,
]

const exec = (...argv: string[]) =>
  runCli(['exec', '--skip-waits', '--log', '-', ...argv], process.env)

it('exec --skip-waits lets a client wait 30 s after a 503 in no time', async () => {
  const { exitCode, stderr } = await exec('--verify', '--', ...client(30))
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining('pass   waits for the Retry-After of a 503'),
  })
  expect(stderr).not.toContain('real time')
})

it('exec --skip-waits --verify still fails a client that waits a second too short', async () => {
  const { exitCode, stderr } = await exec('--verify', '--', ...client(29))
  expect(exitCode).toBe(4) // the outage was over, but the client could not know
  expect(stderr).toMatch(/FAIL +waits for the Retry-After of a 503/)
})

it(
  'exec --skip-waits says once that a command of another language waits in real time',
  needs('sh'),
  async () => {
    const { exitCode, stderr } = await exec('--', 'sh', '-c', 'exit 3')
    expect(exitCode).toBe(3)
    expect(stderr.match(/waits took real time/g)).toHaveLength(1)
    expect(stderr).toContain('no process of the command runs on Node.js')
  },
)
