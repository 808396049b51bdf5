import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtCli, readyUrl } from '../../support/process/built-cli.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { runCli } from '../../support/process/run-cli.ts'

const TOKEN = 'abcdefghijklmnopqrstuvwxyz'

/** A server that answers every request with this JSON, and stores the requests. */
async function foreignServer(answer: object, status = 200) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

describe('stop', () => {
  it('ends the sandbox at --url, says so, and the port and the file are free at once', async () => {
    const db = join(freshFolder(), 'db.json')
    const first = builtCli(['--port', '0', '--db', db])
    const url = await readyUrl(first)
    const stopped = await runCli(['stop', '--url', url])
    expect(stopped).toEqual({
      exitCode: 0,
      stdout: `stopped ${url} (pid ${first.child.pid})\n`,
      stderr: '',
    })
    const again = builtCli(['--port', new URL(url).port, '--db', db])
    expect(await readyUrl(again)).toBe(url)
    expect((await first.ended).exitCode).toBe(0)
  })

  it('ends the sandbox that wrote --ready-file, which is then gone', async () => {
    const file = join(freshFolder(), 'sandbox.json')
    const cli = builtCli(['--port', '0', '--ready-file', file])
    const url = await readyUrl(cli)
    const { exitCode, stdout } = await runCli(['stop', '--ready-file', file, '--json'])
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { event: 'stopped', url, pid: cli.child.pid },
    ])
    expect(existsSync(file)).toBe(false)
    expect(await runCli(['stop', '--ready-file', file])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('does not exist, so no sandbox that writes it is running'),
    })
  })

  it('waits for a call that is answered late, and for what it stores', async () => {
    const db = join(freshFolder(), 'db.json')
    const cli = builtCli(['slow', '--port', '0', '--db', db])
    const url = await readyUrl(cli)
    const headers = { authorization: 'Bearer sandbox_default' }
    const call = fetch(`${url}/v1/aliases`, { method: 'POST', headers })
    await fetch(`${url}/_sandbox/requests/wait?count=1`)
    const { exitCode } = await runCli(['stop', '--url', url])
    const { alias } = (await (await call).json()) as { alias: { id: string } }
    expect(exitCode).toBe(0)
    expect(readFileSync(db, 'utf8')).toContain(alias.id)
  })

  it('needs the token of the sandbox', async () => {
    const env = { ALIAS_SANDBOX_CONTROL_TOKEN: TOKEN }
    const cli = builtCli(['--port', '0'], { env })
    const url = await readyUrl(cli)
    expect(await runCli(['stop', '--url', url])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('needs its token'),
    })
    expect((await runCli(['stop', '--url', url], env)).exitCode).toBe(0)
  })

  it('says that there is nothing to stop', async () => {
    const { url } = await foreignServer({})
    const free = 'http://127.0.0.1:9'
    expect(url).not.toBe(free)
    expect(await runCli(['stop', '--url', free])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `alias-sandbox: no sandbox runs at ${free}, so there is nothing to stop\n`,
    })
  })

  it.each([
    ['answers everything', {}, 200],
    ['has such a route', { status: 'live', pid: 1 }, 200],
    ['knows no such route', { message: 'Not Found' }, 404],
  ])('leaves another server alone that %s', async (_what, answer, status) => {
    const { url, requests } = await foreignServer(answer, status)
    expect(await runCli(['stop', '--url', url])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `alias-sandbox: the server at ${url} is not alias-sandbox; it was left alone\n`,
    })
    expect(requests).toEqual(['GET /_sandbox/live'])
  })

  it('leaves a sandbox alone that did not write the ready file, such as the next one on the port', async () => {
    const { url } = await freshSandbox()
    const file = join(freshFolder(), 'sandbox.json')
    writeFileSync(file, JSON.stringify({ event: 'ready', url, pid: 1 }))
    expect(await runCli(['stop', '--ready-file', file])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `alias-sandbox: the sandbox at ${url} (pid ${process.pid}) did not write --ready-file ${file}, which names pid 1; it was left alone\n`,
    })
  })

  it.each([
    ['a file of something else', '{"event":"other"}', 2, 'not a ready file'],
    ['a file that is no JSON', 'ready', 2, 'not a ready file'],
    ['a file without a URL', '{"event":"ready","url":"here","pid":1}', 2, 'not a ready file'],
  ])('refuses %s as --ready-file', async (_what, text, exitCode, message) => {
    const file = join(freshFolder(), 'sandbox.json')
    writeFileSync(file, text)
    expect(await runCli(['stop', '--ready-file', file])).toMatchObject({
      exitCode,
      stderr: expect.stringContaining(message),
    })
  })

  it('takes one of --url and --ready-file, and a flag before a variable', async () => {
    const file = join(freshFolder(), 'gone.json')
    const url = 'http://127.0.0.1:9'
    const argv = ['stop', '--url', url]
    expect((await runCli([...argv, '--ready-file', file])).stderr).toContain(
      '--url cannot be used with --ready-file',
    )
    const env = { ALIAS_SANDBOX_READY_FILE: file }
    expect((await runCli(argv, env)).stderr).toContain(`no sandbox runs at ${url}`)
    expect((await runCli(['stop'], env)).stderr).toContain('gone.json does not exist')
  })
})

describe('POST /_sandbox/stop', () => {
  it('is refused inside exec, whose command goes on', async () => {
    const stop = `fetch(process.env.ALIAS_SANDBOX_URL + '/_sandbox/stop', {
      method: 'POST', headers: { 'content-type': 'application/json' },
    }).then(({ status }) => process.exit(status === 409 ? 7 : 8))`
    const { exitCode } = await runCli(['exec', '-q', '--', process.execPath, '-e', stop])
    expect(exitCode).toBe(7)
  })
})
