import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

describe('the history of an account as a scenario', () => {
  it('can be checked, and says how each request ended', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('arm_fault', { kind: 'outage', times: 1 })
    await apiClient(sandbox).list()
    await apiClient(sandbox).list()
    const { status, body } = await control.send('GET', 'session/scenario')
    expect(status).toBe(200)
    expect(body).toMatchObject({ yaml: expect.stringMatching(/503/), notes: [] })
    const checked = { text: body['yaml'], file: 'history.yaml' }
    expect(await control.send('POST', 'scenarios/check', checked)).toMatchObject({ status: 200 })
  })

  it('is refused for an account that does not exist', async () => {
    const control = controlClient(await freshSandbox())
    expect(await control.send('GET', 'session/scenario?account=nobody')).toMatchObject({
      status: 404,
    })
  })
})
