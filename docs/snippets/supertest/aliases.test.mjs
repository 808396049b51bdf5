import { test } from 'node:test'
import request from 'supertest'
import { createSandboxApp } from 'alias-sandbox'

test('an account that has not paid is refused', async () => {
  const app = createSandboxApp({ scenario: 'past_due' })
  const list = () => request(app).get('/v1/aliases').auth(app.apiKey, { type: 'bearer' })
  await list().expect(403)
  await request(app).post('/_sandbox/actions/settle_invoice').send({}).expect(200)
  await list().expect(200, { aliases: [], next_cursor: null, has_more: false })
})
