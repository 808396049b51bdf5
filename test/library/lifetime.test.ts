import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { builtFile } from '../support/process/fresh-build.js'
import { startSandbox } from '../../src/index.ts'
import { clientOf } from '../support/http/library-client.ts'

const library = builtFile('dist/index.js')

/** Runs a program that imports the library until it exits; returns its output. */
function runProgram(body: string): Promise<{ stdout: string; stderr: string }> {
  const program = `import { startSandbox } from ${JSON.stringify(library)}\n${body}`
  return new Promise((resolve, reject) => {
    const argv = ['--input-type=module', '--eval', program]
    execFile(process.execPath, argv, (error, stdout, stderr) =>
      error ? reject(error) : resolve({ stdout, stderr }),
    )
  })
}

describe('a program that closes its sandbox', () => {
  it('exits by itself, even with open calls and keep-alive connections', async () => {
    const { stdout, stderr } = await runProgram(`
      const sandbox = await startSandbox()
      const headers = { authorization: 'Bearer ' + sandbox.apiKey }
      const call = () => fetch(sandbox.url + '/v1/aliases', { headers })
      await call()
      await sandbox.defaultAccount.fail('hang')
      const hanging = call().catch((error) => console.log(error.message))
      await sandbox.defaultAccount.waitForRequest({ outcome: 'hang' })
      const waiting = sandbox.defaultAccount.waitForRequest({ operation: 'create', timeout: '10m' })
      const told = waiting.catch((error) => console.log(error.code))
      await sandbox.account()
      await sandbox.close()
      await Promise.all([hanging, told])
    `)
    expect([stdout.split('\n').toSorted(), stderr]).toEqual([['', 'closed', 'fetch failed'], ''])
  })

  it('leaves no listeners, no globals and no output', async () => {
    const { stdout, stderr } = await runProgram(`
      const listeners = () => process.eventNames().map((name) => [String(name), process.listenerCount(name)])
      const look = () => JSON.stringify([Object.getOwnPropertyNames(globalThis), listeners()])
      const [fetchWas, before] = [fetch, look()]
      const sandbox = await startSandbox()
      await sandbox.account('many_pages')
      await sandbox.close()
      if (fetch !== fetchWas || look() !== before) throw new Error(before + look())
    `)
    expect([stdout, stderr]).toEqual(['', ''])
  })
})

describe('close', () => {
  it('ends connections without a call at once, without a timer', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const sandbox = await startSandbox()
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {}).resume()
    await sandbox.close()
    await ended
  })

  it('frees the port for the next sandbox', async () => {
    const first = await startSandbox()
    const port = Number(new URL(first.url).port)
    await first.close()
    const second = await startSandbox({ port })
    onTestFinished(() => second.close())
    expect((await clientOf(second).list()).status).toBe(200)
  })

  it('happens at the end of an await using block', async () => {
    let url = ''
    {
      await using sandbox = await startSandbox()
      url = sandbox.url
      expect((await clientOf(sandbox).list()).status).toBe(200)
    }
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})

describe('sandboxes of one process', () => {
  it('share nothing', async () => {
    const [one, other] = await Promise.all([startSandbox(), startSandbox()])
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    expect([one.url, one.apiKey]).not.toEqual([other.url, other.apiKey])
    await clientOf(one).create()
    expect(await other.defaultAccount.aliases()).toEqual([])
    expect((await clientOf({ url: other.url, apiKey: one.apiKey }).list()).status).toBe(401)
  })
})
