import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'
import { createSandboxApp, type SandboxApp } from '../../src/index.ts'
import { apiClient } from '../support/http/api-client.ts'

describe('createSandboxApp', () => {
  it('works in supertest, without a server', async () => {
    const app = createSandboxApp({ scenario: 'past_due' })
    const call = () => request(app).post('/v1/aliases').auth(app.apiKey, { type: 'bearer' })
    await call().expect(403, /plan_past_due/)
    await request(app).post('/_sandbox/actions/settle_invoice').send({}).expect(200)
    await call().expect(200)
  })

  it('creates aliases and lists them page by page', async () => {
    const client = apiClient(createSandboxApp())
    const created = []
    for (const label of ['a', 'b', 'c']) created.push((await client.create({ label })).alias)
    const listed = await client.walk(2)
    expect(listed.map(({ label }) => label).toSorted()).toEqual(['a', 'b', 'c'])
    expect(listed).toEqual(expect.arrayContaining(created))
  })

  it('accepts the key sandbox_default, and creates an account for another key', async () => {
    const app = createSandboxApp()
    expect(app.apiKey).toBe('sandbox_default')
    expect((await apiClient(app, 'sandbox_default').list()).status).toBe(200)
    expect((await apiClient(app, 'sandbox_free').list()).status).toBe(403)
  })

  it('can be mounted in another Express app', async () => {
    const sandbox = createSandboxApp({ apiKey: 'sandbox_mine' })
    const app = express()
    app.get('/mine', (_request, response) => void response.send('mine'))
    app.use(sandbox)
    await request(app).get('/mine').expect(200, 'mine')
    await request(app).get('/v1/aliases').auth('sandbox_mine', { type: 'bearer' }).expect(200)
  })

  it('does not take the memory of a body that a program hands over', async () => {
    const app = createSandboxApp()
    const { body: state } = await request(app).get('/_sandbox/session').expect(200)
    const body = Buffer.from(JSON.stringify(state) + ' '.repeat(100_000))
    expect((await handOver(app, 'PUT', '/_sandbox/session', body)).statusCode).toBe(200)
    expect(JSON.parse(body.toString())).toEqual(state)
  })

  it.each(['port', 'host', 'scenariosDir'])(
    'refuses %s, which belongs to startSandbox',
    (option) => {
      const options = { [option]: option === 'port' ? 0 : 'localhost' }
      expect(() => createSandboxApp(options)).toThrow(
        `${option}: not an option of createSandboxApp; use startSandbox`,
      )
    },
  )

  it('refuses a scenario in which no app can start', () => {
    const scenario = { aliases: [{ expires_at: '1970-01-01' }] }
    expect(() => createSandboxApp({ scenario })).toThrow(/scenario: .*expires_at/)
  })
})

/** A request without a connection, as serverless adapters and injecting test tools make it. */
function handOver(app: SandboxApp, method: string, url: string, body: Buffer) {
  const incoming = new IncomingMessage(new Socket())
  const headers = {
    'content-length': String(body.length),
    'content-type': 'application/json',
    host: 'localhost',
  }
  const rawHeaders = Object.entries(headers).flat()
  Object.assign(incoming, { method, url, headers, rawHeaders })
  incoming.push(body)
  incoming.push(null)
  const response = new ServerResponse(incoming)
  return new Promise<ServerResponse>((resolve) => {
    response.end = () => (resolve(response), response)
    app(incoming, response)
  })
}
