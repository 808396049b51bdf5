import { inProcess } from '../../../src/core/calls/arrival.ts'
import express from 'express'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeResponder } from '../../../src/node/http/v1/respond.ts'
import { listen } from '../../../src/node/http/server/server.ts'
import { loadCatalog } from '../../../src/node/files/scenario-catalog.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { Connections } from '../../../src/node/http/server/connections.ts'
import { machineClock } from '../../../src/node/machine-clock.ts'

const KEY = { authorization: 'Bearer sandbox_default' }
const boom = new Error('boom')

/** Fails as a bug would. */
function fail(): never {
  throw boom
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('an error in a callback is reported once, and affects nothing else', () => {
  it('in a listener of calls: it is removed, others stay, and the call is answered', async () => {
    const crashes: unknown[] = []
    const heard: string[] = []
    const { url, sandbox } = await freshSandbox({ onCrash: (error) => crashes.push(error) })
    sandbox.listen(fail)
    sandbox.listen(({ outcome }) => heard.push(outcome))
    for (const _again of [1, 2]) {
      expect((await fetch(`${url}/v1/aliases`, { headers: KEY })).status).toBe(200)
    }
    expect([heard, crashes]).toEqual([['listed', 'listed'], [boom]])
  })

  it('in a delayed answer: its connection is closed', async () => {
    const crashes: unknown[] = []
    const report = (error: unknown) => crashes.push(error)
    const responder = makeResponder(
      { connections: new Connections({ events: 0, connections: 0 }), clock: machineClock },
      report,
    )
    const { sandbox } = await freshSandbox()
    const request = { method: 'GET', path: '/', query: '', headers: {}, body: null }
    const entry = sandbox.call(request, undefined, inProcess(Date.now()))
    const url = await serve((_request, response) => {
      const late = { ...entry, delivery: { ...entry.delivery, delay_ms: 1 } }
      responder.respond(response, late, { 'x-broken': 'a\nb' })
    })
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    expect(crashes).toEqual([expect.objectContaining({ code: 'ERR_INVALID_CHAR' })])
  })

  it.each([
    ['malformed HTTP', 'GET\r\n\r\n'],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: magic\r\n\r\n'],
    [
      'a large body that asks first',
      'PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n',
    ],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('in the answer to %s: the connection is closed', async (_what, sent) => {
    const crashes: unknown[] = []
    const options = { date: fail, onCrash: (error: unknown) => void crashes.push(error) }
    const server = await listen(express(), ['127.0.0.1'], 0, options)
    onTestFinished(() => server.close(0))
    expect(await sendRaw(server.port, sent)).toEqual([])
    expect(crashes).toEqual([boom])
  })

  it('in the error handler itself: it becomes a warning', async () => {
    const shipped = await loadCatalog()
    const catalog = {
      names: () => shipped.names(),
      find: (name: string) => (name === 'boom' ? fail() : shipped.find(name)),
    }
    const warning = new Promise<Error>((resolve) => process.once('warning', resolve))
    const { url } = await freshSandbox({
      catalog,
      onCrash: () => {
        throw new TypeError('nobody takes it')
      },
    })
    const headers = { authorization: 'Bearer sandbox_boom' }
    expect((await fetch(`${url}/v1/aliases`, { headers })).status).toBe(500)
    expect((await fetch(`${url}/v1/aliases`, { headers: KEY })).status).toBe(200)
    expect((await warning).message).toBe('nobody takes it')
  })
})
