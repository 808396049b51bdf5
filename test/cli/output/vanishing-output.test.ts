import { limits } from '../../../src/contract/limits.ts'
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BIN, builtCli, readyUrl, type BuiltCli } from '../../support/process/built-cli.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'

const isWindows = process.platform === 'win32'
const headers = { authorization: 'Bearer sandbox_default' }
const create = (url: string) => fetch(`${url}/v1/aliases`, { method: 'POST', headers })

/** Creates aliases until standard error contains `text`; returns how many. */
async function createUntilNotified(cli: BuiltCli, url: string, text: string): Promise<number> {
  let created = 0
  while (!cli.out.stderr.includes(text)) {
    expect((await create(url)).status).toBe(200)
    created += 1
  }
  return created
}

/** A device on which every write fails, as on a full disk. */
function fullDisk(): number {
  const file = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(file))
  return file
}

describe('a sandbox whose standard output is closed', () => {
  it.each([['--json'], ['--log=-']])(
    'continues without its log, and warns once: %s',
    async (flag) => {
      const db = join(freshFolder(), 'db.json')
      const cli = builtCli(['--port', '0', '-s', 'unlimited', '--db', db, flag])
      const url = await readyUrl(cli)
      cli.child.stdout!.destroy()
      const created = await createUntilNotified(cli, url, 'cannot write standard output (EPIPE)')
      expect((await create(url)).status).toBe(200)
      cli.child.kill('SIGTERM')
      const { exitCode, stderr } = await cli.ended
      expect([exitCode, stderr.match(/EPIPE/g)?.length]).toEqual([0, 1])
      expect(readFileSync(db, 'utf8').split('"outcome":"created"').length - 1).toBe(created + 1)
      expect([existsSync(`${db}.lock`), existsSync(`${db}.tmp`)]).toEqual([false, false])
    },
  )

  it('continues when both standard output and standard error are gone', async () => {
    const cli = builtCli(['--port', '0', '-s', 'unlimited', '--json'])
    const url = await readyUrl(cli)
    cli.child.stdout!.destroy()
    cli.child.stderr!.destroy()
    const foreign = { authorization: 'Bearer live_0123456789' } // each call causes a warning
    for (let count = 0; count < 20; count += 1) {
      expect((await fetch(`${url}/v1/aliases`, { headers: foreign })).status).toBe(401)
    }
    expect((await create(url)).status).toBe(200)
    cli.child.kill('SIGTERM')
    expect((await cli.ended).exitCode).toBe(0)
  })

  it.skipIf(!existsSync('/dev/full'))('goes on when the disk of its log is full', async () => {
    const ready = join(freshFolder(), 'ready.json')
    const argv = ['--port', '0', '--json', '--ready-file', ready]
    const cli = builtCli(argv, { stdio: ['ignore', fullDisk(), 'pipe'] })
    await cli.until('cannot write standard output (ENOSPC); requests are no longer logged')
    const { url } = JSON.parse(readFileSync(ready, 'utf8')) as { url: string }
    expect((await create(url)).status).toBe(200)
    cli.child.kill('SIGTERM')
    expect((await cli.ended).exitCode).toBe(0)
  })
})

describe('a harness that reads the ready line and nothing more', () => {
  it.each([[[]], [['--json']], [['--log', '-']]])(
    'ends the sandbox with SIGTERM: %j',
    async (flags) => {
      const ready = join(freshFolder(), 'ready.json')
      const argv = ['--port', '0', '-s', 'unlimited', '--ready-file', ready, ...flags]
      const cli = builtCli(argv, { isRead: false })
      cli.child.stdout!.once('data', () => cli.child.stdout!.pause())
      await new Promise((resolve) => cli.child.stdout!.once('data', resolve))
      const { url } = JSON.parse(readFileSync(ready, 'utf8')) as { url: string }
      for (let count = 0; count < 900; count += 30) {
        await Promise.all(Array.from({ length: 30 }, () => create(url)))
      }
      cli.child.kill('SIGTERM')
      expect((await cli.ended).exitCode).toBe(0)
    },
  )

  it('shows how many requests the log left out', async () => {
    const cli = builtCli(['--port', '0', '-s', 'many_pages', '--json'])
    const url = await readyUrl(cli)
    cli.child.stdout!.pause()
    const page = `${url}/v1/aliases?limit=100`
    for (let bytes = 0; bytes < 2 * limits.outputBytes.value;) {
      bytes += (await (await fetch(page, { headers })).arrayBuffer()).byteLength
      await fetch(`${url}/_sandbox/actions/advance_clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"by":"1m"}',
      })
    }
    cli.child.stdout!.resume()
    while (!cli.out.stdout.includes('"dropped"'))
      await (await fetch(page, { headers })).arrayBuffer()
    const lines = cli.out.stdout.trimEnd().split('\n').slice(0, -1)
    const events = lines.map((line) => (JSON.parse(line) as { event: string }).event)
    expect(new Set(events)).toEqual(new Set(['ready', 'request', 'dropped']))
    cli.child.kill('SIGTERM')
    expect((await cli.ended).exitCode).toBe(0)
  })
})

describe.skipIf(isWindows)('a command whose output is closed early', () => {
  it.each(['scenarios list', 'choices --json', 'openapi', '--help', 'completion'])(
    'exits with 0 and prints nothing: %s',
    (command) => {
      const piped = `{ "$0" "$1" ${command}; echo "exit $?" >&2; } | true`
      const output = execFileSync('sh', ['-c', `(${piped}) 2>&1`, process.execPath, BIN])
      expect(output.toString()).toBe('exit 0\n')
    },
  )

  it('keeps its own exit code', () => {
    const check = `{ "$0" "$1" scenarios check package.json; echo "exit $?" >&2; } | true`
    const output = execFileSync('sh', ['-c', `(${check}) 2>&1`, process.execPath, BIN])
    expect(output.toString()).toMatch(/exit 2\n$/)
  })

  it('ends requests --follow', async () => {
    const server = builtCli(['--port', '0'])
    const url = await readyUrl(server)
    await create(url)
    const cli = builtCli(['requests', '--follow', '--url', url])
    await cli.until('POST')
    cli.child.stdout!.destroy()
    while (cli.child.exitCode === null) await (await create(url)).arrayBuffer()
    expect(await cli.ended).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it.skipIf(!existsSync('/dev/full'))('says that a full disk lost the result', async () => {
    const { ended } = builtCli(['openapi'], { stdio: ['ignore', fullDisk(), 'pipe'] })
    expect(await ended).toMatchObject({
      exitCode: 1,
      stderr: 'alias-sandbox: cannot write to standard output (ENOSPC)\n',
    })
  })

  it.each(['>&-', '2>&-', '<&-', '<&- >&- 2>&-'])('works with %s', (closed) => {
    const script = `"$0" "$1" scenarios list ${closed}`
    execFileSync('sh', ['-c', script, process.execPath, BIN], { stdio: 'pipe' })
  })
})
