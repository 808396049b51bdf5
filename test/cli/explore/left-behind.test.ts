import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'
import { client, looksFirst } from './clients.ts'

const story = ['--story', 'past_due']

/** Starts a process outside its process group, writes its pid down, and waits until it is on the clock. */
const startsDaemon = (file: string, command: string) => [
  ...client(`import { spawn } from 'node:child_process'
    import { appendFileSync, existsSync } from 'node:fs'
    const ready = process.argv.at(-1) + '.' + process.pid
    const argv = ${command}
    const daemon = spawn(argv[0], argv.slice(1), { detached: true, stdio: 'ignore' })
    daemon.unref()
    appendFileSync(process.argv.at(-1), daemon.pid + '\\n')
    if (argv.length > 2) while (!existsSync(ready)) await new Promise((done) => setTimeout(done, 5))
    await list().catch(() => process.exit(3))`),
  file,
]

const pidsIn = (file: string) => readFileSync(file, 'utf8').trim().split('\n').map(Number)

describe.skipIf(process.platform !== 'linux')('a process that a client leaves behind', () => {
  it('is ended after each run if it is one of Node.js', async () => {
    const file = join(freshFolder(), 'pids')
    const daemon = `[process.execPath, '-e', 'require("node:fs").writeFileSync(' + JSON.stringify(ready) + ', ""); setInterval(() => {}, 1000)']`
    await runCli(['explore', ...story, ...startsDaemon(file, daemon)], process.env)
    const pids = pidsIn(file)
    expect(pids.length).toBeGreaterThanOrEqual(4)
    // One that has been killed stays a zombie until its parent, init, looks.
    const alive = pids.filter((pid) => {
      const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      return stdout.trim() !== '' && !stdout.startsWith('Z')
    })
    expect(alive).toEqual([])
  })

  it('is named at the end if it is another program', async () => {
    const file = join(freshFolder(), 'pids')
    onTestFinished(() => {
      for (const pid of pidsIn(file)) process.kill(pid)
    })
    const argv = ['explore', ...story, ...startsDaemon(file, `['sleep', '600']`)]
    const { stdout } = await runCli(argv, process.env)
    for (const pid of pidsIn(file))
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`${pid} (sleep)`)
  })
})

it('removes folders of runs whose explore was killed, and no others', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', ''])
  const old = join(tmpdir(), `alias-sandbox-run-${dead}-abc123`)
  const own = join(tmpdir(), `alias-sandbox-run-${process.pid}-abc123`)
  const other = join(tmpdir(), `alias-sandbox-run-${dead}-notes`)
  for (const folder of [old, own, other]) {
    mkdirSync(folder)
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  }
  writeFileSync(join(old, 'skew'), '0')
  await runCli(['explore', ...story, ...looksFirst], process.env)
  expect([old, own, other].map((folder) => existsSync(folder))).toEqual([false, true, true])
})
