import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findLauncher } from '../../src/cli/child/npm-processes.ts'
import { readProcessTable, type ProcessRow } from '../../src/node/process-table.ts'
import { readPage } from '../support/doc-pages.ts'
import { runCli } from '../support/process/run-cli.ts'
import { needs } from '../support/tools/needs.ts'
// @ts-expect-error: a script of the documentation, without types
import { endGroup, makeProject, runIn, launchers, untilReady, watched } from './launchers.js'
// @ts-expect-error: a script of the documentation, without types
import { observeRow, rowsIn } from './table.js'

type WatchedProcess = {
  pid: number
  url: string
  hasEnded: () => boolean
  end: () => Promise<boolean>
}
type StartedCommand = {
  child: { pid: number; kill: (signal: string) => void }
  ended: Promise<number>
}

/** Runs a command in a fresh project; all of its processes end with the test. */
function run(command: readonly string[], scripts: Record<string, string> = {}) {
  const { folder, remove } = makeProject(scripts) as { folder: string; remove: () => void }
  const started = runIn(folder, command) as StartedCommand
  onTestFinished(() => {
    endGroup(started.child.pid)
    remove()
  })
  return { ...started, folder, ready: () => untilReady(folder) as Promise<WatchedProcess> }
}

const isUp = async ({ url }: WatchedProcess) =>
  (await fetch(`${url}/_sandbox/ready`)).status === 200

/** The text of a file, as soon as it has one. */
async function textOf(folder: string, name: string): Promise<string> {
  const read = () => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch {
      return ''
    }
  }
  await expect.poll(read).not.toBe('')
  return read()
}

describe('what docs/ci.md says ends a sandbox (else: npm run docs:output)', () => {
  const rows = (rowsIn as (page: string) => string[])(readPage('docs/ci.md'))

  it('has a row for each way to start one', () => {
    expect(rows.length).toBe(launchers.length)
  })

  // At the same time, because they mostly wait.
  const tools = needs('sh', 'bash', 'timeout', '/proc')
  it.concurrent.each(rows)('%s', tools, async (row) => {
    const launcher = launchers.find(({ name }: { name: string }) => row.startsWith(`| ${name} |`))
    expect(await observeRow(launcher, row)).toBe(row)
  })
})

it('a command of exec gets a Ctrl-C once that goes to its process group', needs('sh'), async () => {
  const script = `let count = 0
    process.on('SIGINT', () => require('fs').writeFileSync('heard', String(count += 1)))
    process.on('SIGTERM', () => process.exit(count))
    setInterval(() => {}, 1000)
    require('fs').writeFileSync('child', 'ready')`
  const exec = ['node_modules/.bin/alias-sandbox', 'exec', '--', 'node', '-e', script]
  const { child, ended, folder } = run(exec)
  await textOf(folder, 'child')
  process.kill(-child.pid, 'SIGINT')
  await textOf(folder, 'heard')
  child.kill('SIGTERM') // comes after anything that the SIGINT made exec do
  expect(await ended).toBe(1)
})

describe('started through npm', needs('sh', '/proc'), () => {
  it.each([
    ['its command', 'exec node -e "$0"'],
    ['what a shell of its command runs', 'node -e "$0"; true'],
  ])('exec ends with %s when npx is killed', async (_what, line) => {
    const script = `require('fs').writeFileSync('child', String(process.pid)); setInterval(() => {}, 1000)`
    const exec = ['npx', 'alias-sandbox', 'exec', '--', 'sh', '-c', line, script]
    const { child, folder, ready } = run(exec)
    const sandbox = await ready()
    const command = watched(Number(await textOf(folder, 'child'))) as WatchedProcess
    child.kill('SIGKILL')
    expect([await command.end(), await sandbox.end()]).toEqual([true, true])
  })

  it('a pretest with & keeps its server for the test of the same npm, with which it ends', async () => {
    const { ended, folder, ready } = run(['npm', 'test'], {
      pretest: 'alias-sandbox & until test -s ready.json; do sleep 0.05; done',
      // The second sandbox is ready some looks after the shell of `pretest` has ended.
      test: 'alias-sandbox --ready-file second.json & until test -s go; do sleep 0.05; done',
    })
    const sandbox = await ready()
    await textOf(folder, 'second.json')
    expect(await isUp(sandbox)).toBe(true)
    writeFileSync(join(folder, 'go'), 'on')
    await ended
    expect(await sandbox.end()).toBe(true)
  })

  it('the end of a shell step leaves the npx alone that it started with &, and stop ends it', async () => {
    const step = 'npx alias-sandbox & until test -s ready.json; do sleep 0.05; done'
    const { ended, folder, ready } = run(['sh', '-c', step])
    const sandbox = await ready()
    await ended
    const next = run(['npx', 'alias-sandbox']) // some looks later
    await next.ready()
    expect(await isUp(sandbox)).toBe(true)
    const { exitCode } = await runCli(['stop', '--ready-file', join(folder, 'ready.json')])
    expect([exitCode, sandbox.hasEnded()]).toEqual([0, true])
  })

  it.each(['SIGTERM', 'SIGKILL'])(
    'nothing is left of an npx that gets %s while it starts',
    async (signal) => {
      const moments = Array.from({ length: 8 }, (_, at) => at * 120) // what is drawn, not what decides
      for (const moment of moments) {
        const { child, ended } = run(['npx', 'alias-sandbox'])
        await sleep(moment)
        child.kill(signal)
        await ended
        const table = (await readProcessTable())!
        const left = () => table.all().filter(({ group }) => group === child.pid)
        await expect.poll(left).toEqual([])
      }
    },
  )
})

describe('which npm a process must not outlive', () => {
  const row = (pid: number, parent: number, command: string, group = 10): ProcessRow => ({
    pid,
    parent,
    group,
    command,
    start: `start of ${pid}`,
  })
  const self = row(40, 30, 'node alias-sandbox')
  const find = (rows: ProcessRow[], of = self) => {
    const launcher = findLauncher(of, {
      find: (pid) => rows.find((each) => each.pid === pid),
      all: () => rows,
    })
    return launcher && { pids: launcher.npms.map(({ pid }) => pid), endsWith: launcher.endsWith }
  }
  const init = row(1, 0, '/sbin/init', 1)

  it('is the one of its process group when the shell between has ended', () => {
    const rows = [init, row(20, 1, 'npm test'), row(21, 1, 'npm start', 99)]
    expect(find(rows, { ...self, parent: 1 })).toEqual({ pids: [20], endsWith: 'all' })
  })

  it.each([
    ['a terminal was started through npm long ago', [init, row(30, 1, '-bash', 30)], self],
    ['it was detached on purpose', [init, row(30, 1, 'npm test')], { ...self, group: 40 }],
    ['a program has npm in its name only', [init, row(30, 1, 'npmx serve', 30)], self],
  ])('is none when %s', (_when, rows, of) => {
    expect(find(rows, of)).toBeUndefined()
  })
})
