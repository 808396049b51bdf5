import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { startCli } from '../support/process/run-cli.ts'

/** The result of a connection: "open", or the error code. */
function knock(address: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, address, () => {
      socket.destroy()
      resolve('open')
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'error'))
  })
}

it('T17 listens on loopback only: no other address of the machine reaches it', async () => {
  const { port } = await freshSandbox()
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
  expect(await knock('127.0.0.1', port)).toBe('open')
  for (const address of ['127.0.0.2', ...elsewhere]) {
    expect([address, await knock(address, port)]).toEqual([address, 'ECONNREFUSED'])
  }
})

it('a sandbox that listens on an address answers there', async () => {
  const sandbox = await freshSandbox({ host: '127.0.0.2' })
  expect(sandbox.url).toContain('http://127.0.0.2:')
  expect((await apiClient(sandbox).list()).status).toBe(200)
})

it('T29 twenty concurrent starts with --port 0 take twenty ports, and each prints one ready line', async () => {
  const runs = Array.from({ length: 20 }, () => startCli(['--port', '0', '--json']))
  await Promise.all(runs.map((run) => run.until('"event":"ready"')))
  const ports = runs.map((run) => {
    const lines = run.stdout().trim().split('\n')
    expect(lines).toHaveLength(1)
    return (JSON.parse(lines[0]!) as { port: number }).port
  })
  expect(new Set(ports).size).toBe(20)
  for (const run of runs) run.signal('SIGTERM')
  expect(await Promise.all(runs.map((run) => run.exitCode))).toEqual(runs.map(() => 0))
})

it('T27 a port in use makes start exit with 3, and no other port is tried', async () => {
  const { port } = await freshSandbox()
  const run = startCli(['--port', String(port)])
  expect(await run.exitCode).toBe(3)
  expect(run.stderr()).toContain(String(port))
  expect(run.stdout()).toBe('')
})
