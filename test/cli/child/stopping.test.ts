import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '../../../src/contract/limits.ts'
import { builtCli, type BuiltCli } from '../../support/process/built-cli.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { isAlive } from '../../support/process/is-alive.ts'
import { runCli } from '../../support/process/run-cli.ts'

const isWindows = process.platform === 'win32'
const script = (text: string) => ['--', process.execPath, '-e', text]

/** Exits at once the first `quick` times, then prints that it hangs, and hangs. */
function hangsLater(folder: string, quick: number, more = ''): string[] {
  return script(`const { appendFileSync, readFileSync } = require('node:fs')
    const file = ${JSON.stringify(join(folder, 'runs'))}
    appendFileSync(file, '.')
    if (readFileSync(file, 'utf8').length <= ${quick}) process.exit(0)
    ${more}
    setInterval(() => {}, 1000)
    require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'hangs'))}, String(process.pid))`)
}

/** Resolves with the process id of the command that hangs. */
function untilHanging(folder: string, cli: BuiltCli): Promise<number> {
  return pidIn(join(folder, 'hangs'), cli)
}

/** Resolves with the process id that the command writes to a file. */
async function pidIn(file: string, cli: BuiltCli): Promise<number> {
  let hasEnded = false
  void cli.ended.then(() => (hasEnded = true))
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
    if (hasEnded) throw new Error(`ended early:\n${cli.out.stderr}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return Number(readFileSync(file, 'utf8'))
}

const plan = ['exec', '--each', 'scenario=plus,past_due,canceled,free', '--jobs', '1']
const inPlus = ['exec', '--each', 'scenario=plus', '--verbose']

describe.skipIf(isWindows)('exec --each scenario', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'stops on the first %s and prints the table of completed runs',
    async (signal, code) => {
      const folder = freshFolder()
      const cli = builtCli([...plan, ...hangsLater(folder, 1)])
      const pid = await untilHanging(folder, cli)
      cli.child.kill(signal)
      const { exitCode, stdout } = await cli.ended
      expect(exitCode).toBe(code)
      expect(stdout).toMatch(
        /^plus +0 .*\npast_due +stopped .*\ncanceled +not run .*\nfree +not run /m,
      )
      expect([isAlive(pid), readFileSync(join(folder, 'runs'), 'utf8')]).toEqual([false, '..'])
    },
  )

  it('counts two signals of one Ctrl-C as one', async () => {
    const folder = freshFolder()
    const slow = `process.on('SIGINT', () => setTimeout(() => process.exit(0), 500))`
    const cli = builtCli([...plan, '--format', 'json', ...hangsLater(folder, 1, slow)])
    await untilHanging(folder, cli)
    cli.child.kill('SIGINT')
    cli.child.kill('SIGINT')
    const { exitCode, stdout } = await cli.ended
    expect(exitCode).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [
        { scenario: 'plus', exit_code: 0 },
        { scenario: 'past_due', exit_code: null, reason: 'stopped' },
        { scenario: 'canceled', exit_code: null, reason: 'not run' },
        { scenario: 'free', exit_code: null, reason: 'not run' },
      ],
    })
  })

  it('runs many commands at a time without a warning of Node', async () => {
    const folder = freshFolder()
    const together = script(`const fs = require('node:fs')
      fs.writeFileSync(${JSON.stringify(folder)} + '/' + process.pid, '')
      setInterval(() => fs.readdirSync(${JSON.stringify(folder)}).length >= 12 && process.exit(), 20)`)
    const { stderr } = await builtCli(['exec', '--each', 'scenario', '--jobs', '12', ...together])
      .ended
    expect(stderr).not.toContain('Warning:')
  })

  it('kills a command that ignores the signal, and its child processes', async () => {
    const folder = freshFolder()
    const deaf = `process.on('SIGTERM', () => {})
      require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`
    const cli = builtCli([...plan, ...hangsLater(folder, 0, deaf)])
    const pid = await untilHanging(folder, cli)
    cli.child.kill('SIGTERM')
    expect((await cli.ended).exitCode).toBe(143)
    expect(isAlive(pid)).toBe(false)
  })

  it('exits at once on a second signal', async () => {
    // In a process whose long timers never end, only a second signal can end such a command.
    const folder = freshFolder()
    const withoutTimers = join(folder, 'without-timers.cjs')
    writeFileSync(
      withoutTimers,
      `const { setTimeout } = globalThis
       globalThis.setTimeout = (then, ms, ...more) => setTimeout(then, ms < 1000 ? ms : 2 ** 31 - 1, ...more)`,
    )
    const argv = [...plan, ...hangsLater(folder, 0, deafTo('SIGINT', folder))]
    const cli = builtCli(argv, { env: { NODE_OPTIONS: `--require "${withoutTimers}"` } })
    const pid = await untilHanging(folder, cli)
    cli.child.kill('SIGINT')
    await untilFile(join(folder, 'heard'))
    // Two signals that come together count as one, so a later one is the second.
    const again = setInterval(() => cli.child.kill('SIGINT'), 250)
    onTestFinished(() => clearInterval(again))
    expect((await cli.ended).exitCode).toBe(130)
    expect(isAlive(pid)).toBe(false)
  })

  it('does not wait for a process that the command leaves behind with its output open', async () => {
    const left = `const { spawn } = require('node:child_process')
      const child = spawn('sleep', ['30'], { stdio: 'inherit', detached: true })
      child.unref()
      console.log('left', child.pid)`
    const argv = [...inPlus, ...script(left)]
    const { exitCode, stderr } = await builtCli(argv).ended
    process.kill(Number(/left (\d+)/.exec(stderr)![1]))
    expect(exitCode).toBe(0)
  })

  it('kills what a command leaves behind in its process group', async () => {
    const left = `const { spawn } = require('node:child_process')
      const child = spawn('sleep', ['30'], { stdio: 'ignore' })
      child.unref()
      console.log('left', child.pid)`
    const argv = [...inPlus, ...script(left)]
    const { stderr } = await builtCli(argv).ended
    await expect.poll(() => isAlive(Number(/left (\d+)/.exec(stderr)![1]))).toBe(false)
  })

  it('stops a run over its time limit, with its child processes, and goes on', async () => {
    const deaf = `trap '' TERM; sleep 30 & echo left $!; sleep 30; sleep 30`
    const limited = ['exec', '--each', 'scenario=plus,free', '--timeout', '1s']
    const cli = builtCli([...limited, '--', 'sh', '-c', deaf])
    const { exitCode, stdout, stderr } = await cli.ended
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^plus +over time .*\nfree +over time /m),
    ])
    const left = [...stderr.matchAll(/left (\d+)/g)].map(([, pid]) => Number(pid))
    expect(left.length).toBe(2)
    await expect.poll(() => left.some(isAlive)).toBe(false)
  })

  it('stores the end of an output of any size, and never blocks the command', async () => {
    const prints = `const line = 'x'.repeat(1023) + '\\n'
      for (let at = 0; at < 20_000; at += 1) process.stdout.write(line)
      process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]))
      process.stdout.write('the end\\n')`
    const argv = [...inPlus, ...script(prints)]
    const { exitCode, stderr } = await builtCli(argv).ended
    expect(exitCode).toBe(0)
    const [output = ''] = stderr.split('alias-sandbox: warning:') // it makes no call
    expect(output.trimEnd().endsWith('the end')).toBe(true)
    expect(stderr.length).toBeLessThan(limits.outputBytes.value + 100_000)
  })

  it('stops after the first run when the command is not found', async () => {
    const argv = ['exec', '--each', 'scenario', '--', 'alias-sandbox-no-such-command']
    const { exitCode, stderr } = await builtCli(argv).ended
    expect([exitCode, stderr.trimEnd().split('\n').length]).toEqual([127, 1])
  })
})

describe.skipIf(isWindows)('exec --each choice', () => {
  it('stops on the first SIGINT, and lists what did not run', async () => {
    const folder = freshFolder()
    const argv = ['exec', '--each', 'choice=list_order,page_size', '--jobs', '1']
    const cli = builtCli([...argv, ...hangsLater(folder, 3)])
    await untilHanging(folder, cli)
    cli.child.kill('SIGINT')
    const { exitCode, stdout } = await cli.ended
    expect(exitCode).toBe(130)
    expect(stdout).toMatch(/the command exits with 0 under every reading that was tried/)
    expect(stdout).toMatch(/Not run: list_order=oldest_first, page_size=/)
    expect(stdout).not.toContain('No effect')
  })

  it('reports nothing before its baseline is complete', async () => {
    const folder = freshFolder()
    const cli = builtCli(['exec', '--each', 'choice', '--jobs', '1', ...hangsLater(folder, 1)])
    await untilHanging(folder, cli)
    cli.child.kill('SIGINT')
    expect(await cli.ended).toMatchObject({
      exitCode: 130,
      stdout: '',
      stderr: expect.stringContaining('stopped before the baseline was complete') as string,
    })
  })
})

describe.skipIf(isWindows)('exec', () => {
  it('kills a command that ignores a second signal', async () => {
    const folder = freshFolder()
    const cli = builtCli(['exec', ...hangsLater(folder, 0, deafTo('SIGTERM', folder))])
    const pid = await untilHanging(folder, cli)
    cli.child.kill('SIGTERM')
    await untilFile(join(folder, 'heard'))
    const again = setInterval(() => cli.child.kill('SIGTERM'), 250)
    onTestFinished(() => clearInterval(again))
    expect((await cli.ended).exitCode).toBe(137)
    expect(isAlive(pid)).toBe(false)
  })

  it('exits at once on a signal after the command, even if a client never finishes its request', async () => {
    const [patient, signalled] = [await withOpenRequest(), await withOpenRequest()]
    await patient.endCommand() // from here on, it waits for its client
    await signalled.endCommand()
    signalled.cli.child.kill('SIGTERM')
    const first = await Promise.race([
      patient.cli.ended.then(() => 'patient'),
      signalled.cli.ended.then(() => 'signalled'),
    ])
    expect(first).toBe('signalled')
    expect((await signalled.cli.ended).exitCode).toBe(7)
    expect((await patient.cli.ended).exitCode).toBe(7)
  })

  it('adds the sandbox to the hosts that bypass the proxy', async () => {
    const text = `console.log(JSON.stringify([process.env.NO_PROXY, process.env.no_proxy]))`
    const own = '127.0.0.1,localhost,::1'
    for (const [env, expected] of [
      [{}, [own, own]],
      [{ NO_PROXY: 'intra.example' }, [`intra.example,${own}`, `intra.example,${own}`]],
      [{ no_proxy: 'a.example, localhost' }, Array(2).fill('a.example,localhost,127.0.0.1,::1')],
      [{ NO_PROXY: 'a', no_proxy: 'b' }, [`a,${own}`, `b,${own}`]],
      [{ NO_PROXY: '*' }, ['*', '*']],
    ] as const) {
      const bare = { NO_PROXY: '', no_proxy: '', HTTP_PROXY: 'http://127.0.0.1:1', ...env }
      const { stdout } = await builtCli(['exec', ...script(text)], { env: bare }).ended
      expect(JSON.parse(stdout)).toEqual(expected)
    }
  })
})

it('a silent program that uses the port is reported', async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const argv = ['--port', String(port), '--host', 'localhost']
  const { exitCode, stderr } = await runCli(argv)
  const says = 'in use by another program; choose'
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining(says)])
})

/** `exec` with a client that never finishes its request, and a command that ends with 7 when it is told to. */
async function withOpenRequest() {
  const folder = freshFolder()
  const [go, pidFile] = [join(folder, 'go'), join(folder, 'pid')]
  const text = `const fs = require('node:fs')
    fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
    setInterval(() => fs.existsSync(${JSON.stringify(go)}) && process.exit(7), 10)`
  const ready = join(folder, 'ready.json')
  const cli = builtCli(['exec', '-q', '--ready-file', ready, ...script(text)])
  const pid = await pidIn(pidFile, cli)
  const { port } = JSON.parse(readFileSync(ready, 'utf8')) as { port: number }
  const client = connect(port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.on('error', () => {})
  client.write('POST /v1/aliases HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{')
  const endCommand = async () => {
    writeFileSync(go, '')
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { cli, endCommand }
}

/** Catches a signal, writes it to a file, and continues. */
function deafTo(signal: string, folder: string): string {
  const file = JSON.stringify(join(folder, 'heard'))
  return `process.on('${signal}', () => require('node:fs').writeFileSync(${file}, ''))`
}

async function untilFile(file: string): Promise<void> {
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20))
}
