import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { needs } from '../support/tools/needs.ts'
import { travellingClient } from './support/travelling-client.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const client = (name: string) => `${root}test/time-travel/clients/${name}.cjs`
const outage: Scenario = { faults: [{ kind: 'outage', for: '40s' }] }

/** Runs a program in an outage that takes 40 s. */
function inOutage(program: string, ...args: string[]) {
  return travellingClient('', { with: outage, command: () => [program, ...args] })
}

const WAIT = `const wait = () => new Promise((resolve) => setTimeout(resolve, 30_000));`
const hasWaited = 'seconds(start) >= 30 && seconds(start) < 60'

describe('time travel', () => {
  it('works with CommonJS', async () => {
    const { said } = await travellingClient(
      `${WAIT} const start = Date.now(); wait().then(() => say(${hasWaited}))`,
      { command: (script) => [process.execPath, '--eval', script] },
    )
    expect(said).toEqual([true])
  })

  it('works through a shell, whose exit code stays', needs('sh'), async () => {
    const { said, exitCode } = await travellingClient(
      `${WAIT} const start = Date.now(); await wait(); say(${hasWaited}); process.exit(7)`,
      {
        command: (script) => [
          'sh',
          '-c',
          `"$0" --input-type=module --eval "$1"; exit $?`,
          process.execPath,
          script,
        ],
      },
    )
    expect({ said, exitCode }).toEqual({ said: [true], exitCode: 7 })
  })

  it('keeps what NODE_OPTIONS say already', async () => {
    const { said } = await travellingClient(`say(process.throwDeprecation); say(Date.name)`, {
      env: { NODE_OPTIONS: '--throw-deprecation' },
    })
    expect(said).toEqual([true, 'Date'])
  })

  it.each([
    ['a child process that is told what to do by messages', 'fork', 1],
    ['a worker thread', 'worker', 1],
    ['the workers of a cluster', 'cluster', 2],
    ['a server of its own that calls', 'server', 1],
  ])('works with %s', async (_what, name, count) => {
    const { said, exitCode, errors } = await inOutage(process.execPath, client(name))
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
    expect(said).toHaveLength(count)
    for (const seconds of said) expect(seconds).toSatisfy((value) => value >= 30 && value < 90)
  })

  it.each([
    ['node:test', ['--test', client('suite.test')]],
    ['Mocha', [`${root}node_modules/mocha/bin/mocha.js`, client('suite.test')]],
  ])('works with a suite of %s', async (_tool, args) => {
    const { exitCode, calls } = await inOutage(process.execPath, ...args)
    expect(exitCode).toBe(0)
    expect(calls.at(-1)).toMatchObject({ outcome: 'listed' })
  })

  it.each(['python', 'worker-and-python'])(
    'waits in real time for a program that is not on its clock (%s)',
    needs('python3'),
    async (name) => {
      const { said } = await inOutage(process.execPath, client(name))
      expect(said).toEqual([0])
    },
  )

  it(
    'leaves a client alone that loads nothing before its code',
    needs('python3 urllib.request'),
    async () => {
      const { said, took } = await inOutage(
        'python3',
        '-I',
        '-c',
        `import os, time, urllib.request, urllib.error
start = time.monotonic()
request = urllib.request.Request(os.environ['ALIAS_SANDBOX_URL'] + '/v1/aliases', headers={'Authorization': 'Bearer sandbox_default'})
try:
    urllib.request.urlopen(request, timeout=20)
except urllib.error.HTTPError as error:
    print('say', error.code, flush=True)`,
      )
      expect(said).toEqual([503])
      expect(took).toBeLessThan(30)
    },
  )

  it('prints nothing and keeps no process alive', async () => {
    const { output, errors, exitCode } = await travellingClient(
      `setTimeout(() => {}, 3_600_000).unref()`,
    )
    expect({ output, errors, exitCode }).toEqual({ output: '', errors: '', exitCode: 0 })
  })

  it('is gone for a process that starts when the sandbox has ended', async () => {
    const { said, errors } = await travellingClient(
      `import { spawnSync } from 'node:child_process'
      const isTravelling = 'process.exitCode = String(Date.now).includes("native code") ? 1 : 2'
      for (const folder of [process.env.ALIAS_SANDBOX_TIME_TRAVEL, '/does/not/exist', '']) {
        const env = { ...process.env, ALIAS_SANDBOX_TIME_TRAVEL: folder }
        const { status, stdout, stderr } = spawnSync(process.execPath, ['--eval', isTravelling], { env })
        say([status, String(stdout), String(stderr)])
      }`,
    )
    expect({ said, errors }).toEqual({
      said: [
        [2, '', ''],
        [1, '', ''],
        [1, '', ''],
      ],
      errors: '',
    })
  })
})
