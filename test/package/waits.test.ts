import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { usePackedPackage } from '../support/process/temp-project.ts'

const node = process.execPath
const makeProject = usePackedPackage()

/** A client that waits as a 503 tells it, then rests; in real time its test would not end. */
const CLIENT = `
const call = async (account) => {
  const headers = { authorization: 'Bearer ' + account.apiKey }
  const list = () => fetch(account.url + '/v1/aliases', { headers })
  const refused = await list()
  await new Promise((resolve) => setTimeout(resolve, 1_000 * refused.headers.get('retry-after')))
  const { status } = await list()
  await new Promise((resolve) => setTimeout(resolve, 36_000_000))
  return [refused.status, status].join()
}
const inOutage = async (sandbox) => {
  const account = await sandbox.account()
  await account.fail('outage', { for: '20s' })
  return account
}
const verdictOf = async (account) =>
  (await account.report()).etiquette.find(({ rule }) => rule === 'waits_out_outage').verdict
const skips = async (sandbox) => {
  const account = await inOutage(sandbox)
  const statuses = await account.clock.skipWaits(() => call(account))
  return [statuses, await verdictOf(account)].join()
}
const refusal = (error) => [error.name, error.code].join()
/** How far the account's clock, which other files move too, is after a wait of 30 s. */
const waitsOn = async ({ clock }) => {
  const before = await clock.now()
  await clock.skipWaits(() => new Promise((resolve) => setTimeout(resolve, 30_000)))
  return (await clock.now()) - before
}
`

const vitestFile = `import { test as base } from 'alias-sandbox/vitest'
import { startSandbox } from 'alias-sandbox'
import { afterEach, expect, test, vi } from 'vitest'
${CLIENT}
afterEach(() => void vi.useRealTimers())
base('a sandbox of the run', async ({ sandbox }) => {
  expect(await skips(sandbox)).toBe('503,200,pass')
})
base('an account of all files', async ({ sandbox }) => {
  expect(await waitsOn(sandbox.defaultAccount)).toBeGreaterThanOrEqual(30_000)
})
base.extend({ travelling: true })('the whole test, with a function inside', async ({ account }) => {
  await account.fail('outage', { for: '20s' })
  expect(await account.clock.skipWaits(() => call(account))).toBe('503,200')
  expect(await verdictOf(account)).toBe('pass')
})
test('a sandbox of the file, made under fake timers', async () => {
  vi.useFakeTimers()
  const sandbox = await startSandbox()
  expect(await skips(sandbox).catch(refusal)).toBe('SandboxError,refused')
  vi.useRealTimers()
  expect(await skips(sandbox)).toBe('503,200,pass')
  await sandbox.close()
})
base('fake timers inside', async ({ account, sandbox }) => {
  const fakes = account.clock.skipWaits(() => vi.useFakeTimers())
  expect(await fakes.catch(refusal)).toBe('SandboxError,refused')
  vi.useRealTimers()
  expect(await skips(sandbox)).toBe('503,200,pass')
})
`

/** In this file Vitest first sees the timers while they are not Node's. */
const lateVitestFile = `import { test as base } from 'alias-sandbox/vitest'
import { expect, test, vi } from 'vitest'
${CLIENT}
base.extend({ travelling: true })('real timers are put back inside', async ({ account }) => {
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve, 36_000_000))
})
test('fake timers afterwards', () => {
  vi.useFakeTimers()
  const fired = vi.fn()
  setTimeout(fired, 60_000)
  vi.advanceTimersByTime(60_000)
  expect(fired).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
base('a wait after fake timers', async ({ sandbox }) => {
  expect(await skips(sandbox)).toBe('503,200,pass')
})
`

const jestFile = `const { connectSandbox } = require('alias-sandbox/client')
const { startSandbox } = require('alias-sandbox')
${CLIENT}
afterEach(() => void jest.useRealTimers())
test('a sandbox of the run', async () => {
  expect(await skips(await connectSandbox())).toBe('503,200,pass')
})
test('an account of all files', async () => {
  const { defaultAccount } = await connectSandbox()
  expect(await waitsOn(defaultAccount)).toBeGreaterThanOrEqual(30_000)
})
test('a sandbox of the file, made under fake timers', async () => {
  jest.useFakeTimers()
  const sandbox = await startSandbox()
  expect(await skips(sandbox).catch(refusal)).toBe('SandboxError,refused')
  jest.useRealTimers()
  expect(await skips(sandbox)).toBe('503,200,pass')
  await sandbox.close()
})
test('fake timers inside', async () => {
  const sandbox = await connectSandbox()
  const { clock } = await sandbox.account()
  const fakes = clock.skipWaits(() => jest.useFakeTimers())
  expect(await fakes.catch(refusal)).toBe('SandboxError,refused')
  jest.useRealTimers()
  expect(await skips(sandbox)).toBe('503,200,pass')
})
test('dates', async () => {
  const { defaultAccount } = await connectSandbox()
  const wait = async () => {
    const before = new Date()
    await new Promise((resolve) => setTimeout(resolve, 36_000_000))
    return new Date() - before
  }
  expect(await defaultAccount.clock.skipWaits(wait)).toBeGreaterThanOrEqual(36_000_000)
})
`

const nodeTestFile = `import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { startSandbox } from 'alias-sandbox'
${CLIENT}
afterEach(() => mock.timers.reset())
test('a sandbox of the file, made under fake timers', async () => {
  mock.timers.enable()
  const sandbox = await startSandbox()
  assert.equal(await skips(sandbox).catch(refusal), 'SandboxError,refused')
  mock.timers.reset()
  assert.equal(await skips(sandbox), '503,200,pass')
  await sandbox.close()
})
test('fake timers inside', async () => {
  const sandbox = await startSandbox()
  const fakes = sandbox.defaultAccount.clock.skipWaits(() => mock.timers.enable())
  assert.equal(await fakes.catch(refusal), 'SandboxError,refused')
  mock.timers.reset()
  assert.equal(await skips(sandbox), '503,200,pass')
  mock.timers.enable()
  const fired = mock.fn()
  setTimeout(fired, 60_000)
  mock.timers.tick(60_000)
  assert.equal(fired.mock.callCount(), 1)
  await sandbox.close()
})
`

const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const jest = ['node_modules/jest/bin/jest.js']

type Suite = { packages: string[]; config?: string; file: string; text: string; third?: string }

const suites: Record<string, Suite> = {
  Vitest: {
    packages: ['vitest', 'vite'],
    config: 'docs/snippets/vitest/vitest.config.mjs',
    file: 'test.js',
    text: vitestFile,
    third: lateVitestFile,
  },
  Jest: {
    packages: ['jest', 'jest-environment-node'],
    config: 'docs/snippets/jest/jest.config.cjs',
    file: 'test.cjs',
    text: jestFile,
  },
  'node:test': { packages: [], file: 'test.js', text: nodeTestFile },
}

const runs: [runner: string, how: string, argv: string[]][] = [
  ['Vitest', 'in worker threads', [...vitest, '--pool=threads']],
  ['Vitest', 'in processes', [...vitest, '--pool=forks']],
  ['Vitest', 'without isolation', [...vitest, '--no-isolate', '--maxWorkers=1']],
  ['Jest', 'in processes', [...jest, '--workers=2']],
  ['Jest', 'in one process', [...jest, '--runInBand']],
  ['node:test', 'in processes', ['--test']],
]

describe('the waits of two files of a suite take no time, with fake timers before and inside', () => {
  it.each(runs)('%s, %s', async (runner, _how, argv) => {
    const { packages, config, file, text, third } = suites[runner]!
    const { run, write, copy } = makeProject(packages)
    if (config !== undefined) copy(config, basename(config))
    write('package.json', JSON.stringify({ type: 'module' }))
    write(`first.${file}`, text)
    write(`second.${file}`, text)
    if (third !== undefined) write(`third.${file}`, third)
    const { exitCode, output } = await run(node, argv)
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 })
    expect(output).not.toContain('waits take real time')
  })
})
