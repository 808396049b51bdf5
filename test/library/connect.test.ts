import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setupServer } from 'msw/node'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { MAJOR_VERSION } from '../../src/client/connect.ts'
import { connectSandbox, startSandbox } from '../../src/index.ts'
import { version } from '../../src/node/files/version.ts'

/** Starts a server that is not a sandbox until the test ends; returns its URL. */
async function otherServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('connectSandbox', () => {
  it.each<[what: string, answer: RequestListener]>([
    ['answers HTML', (_request, response) => response.end('<h1>It works!</h1>')],
    ['answers other JSON', json({ status: 'live' })],
    ['answers a list', json([])],
    ['knows no such path', json({ message: 'Not found' }, 404)],
    ['is broken', json({ message: 'Internal error' }, 500)],
    ['hangs up', (request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{')],
  ])('says that a server which %s is not alias-sandbox', async (_what, answer) => {
    const url = await otherServer(answer)
    await expect(connectSandbox(url)).rejects.toMatchObject({
      code: 'not_a_sandbox',
      message: `the server at ${url} is not alias-sandbox`,
      url,
    })
  })

  it('names the version of a server with another major version', async () => {
    const url = await otherServer(json({ service: 'alias-sandbox', version: '7.1.0' }))
    await expect(connectSandbox(url)).rejects.toMatchObject({
      code: 'wrong_version',
      message: expect.stringContaining('has version 7.1.0') as string,
    })
  })

  it('uses the major version of this package', () => {
    expect(version.split('.')[0]).toBe(MAJOR_VERSION)
  })

  it('says why no answer came from a server that is there', async () => {
    const url = await otherServer((request) => request.socket.destroy())
    await expect(connectSandbox(url)).rejects.toMatchObject({
      code: 'unreachable',
      message: `no answer from the sandbox at ${url}: socket hang up`,
    })
    const mocks = setupServer()
    mocks.listen({ onUnhandledRequest: 'error' })
    onTestFinished(() => mocks.close())
    const told = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => told.mockRestore())
    await expect(connectSandbox(url)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('onUnhandledRequest') as string,
    })
  })

  it('says that nothing answers', async () => {
    const sandbox = await startSandbox()
    await sandbox.close()
    await expect(connectSandbox(sandbox.url)).rejects.toMatchObject({
      code: 'unreachable',
      message: `no server answers at ${sandbox.url}`,
    })
  })

  it.each(['127.0.0.1:25427', 'ftp://127.0.0.1', ''])('refuses %j as a URL', async (url) => {
    await expect(connectSandbox(url)).rejects.toMatchObject({ code: 'bad_argument', field: 'url' })
  })

  it('refuses an unknown option', async () => {
    await expect(connectSandbox('http://127.0.0.1', { tokn: '' } as object)).rejects.toMatchObject({
      field: 'tokn',
      message: 'unknown option tokn (allowed: token)',
    })
  })

  it('says that the token is wrong', async () => {
    const sandbox = await startSandbox({ controlToken: 'a-token-of-twenty-six-chars' })
    onTestFinished(() => sandbox.close())
    const refused = { code: 'unauthorized', status: 401 }
    await expect(connectSandbox(sandbox.url)).rejects.toMatchObject(refused)
    await expect(
      connectSandbox(sandbox.url, { token: 'a-wrong-token-of-enough-characters' }),
    ).rejects.toMatchObject(refused)
  })

  it('leaves the sandbox and its accounts running when it is closed', async () => {
    const sandbox = await startSandbox()
    onTestFinished(() => sandbox.close())
    const connection = await connectSandbox(new URL(sandbox.url))
    const { name } = await connection.account()
    await connection.close()
    expect((await sandbox.accountNamed(name)).name).toBe(name)
  })
})
