import express from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'
import { createSandboxApp } from '../../src/index.ts'

describe('createSandboxApp', () => {
  it('works in supertest, without a server of its own', async () => {
    const app = createSandboxApp({ scenario: 'past_due' })
    const call = () => request(app).post('/v1/aliases').auth(app.apiKey, { type: 'bearer' })
    await call().expect(403, /plan_past_due/)
    await request(app).post('/_sandbox/actions/settle_invoice').send({}).expect(200)
    await call().expect(200)
  })

  it('goes by the key sandbox_default, and makes accounts by theirs', async () => {
    const app = createSandboxApp()
    expect(app.apiKey).toBe('sandbox_default')
    await request(app).get('/v1/aliases').auth('sandbox_default', { type: 'bearer' }).expect(200)
    await request(app).get('/v1/aliases').auth('sandbox_free', { type: 'bearer' }).expect(403)
  })

  it('stands in an Express app of one’s own', async () => {
    const sandbox = createSandboxApp({ apiKey: 'sandbox_mine' })
    const app = express()
    app.get('/mine', (_request, response) => void response.send('mine'))
    app.use(sandbox)
    await request(app).get('/mine').expect(200, 'mine')
    await request(app).get('/v1/aliases').auth('sandbox_mine', { type: 'bearer' }).expect(200)
  })

  it.each(['port', 'host', 'scenariosDir'])(
    'refuses %s, which belongs to startSandbox',
    (option) => {
      const options = { [option]: option === 'port' ? 0 : 'localhost' }
      expect(() => createSandboxApp(options)).toThrow(`${option}: belongs to startSandbox`)
    },
  )

  it('refuses a scenario that no app can start in', () => {
    const scenario = { aliases: [{ expires_at: '1970-01-01' }] }
    expect(() => createSandboxApp({ scenario })).toThrow(/scenario: .*expires_at/)
  })
})
