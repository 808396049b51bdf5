import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox, type FreshOptions } from '../../support/http/fresh-sandbox.ts'

// A tester uses another reading of the document from now on.

async function fresh(options: FreshOptions = {}) {
  const sandbox = await freshSandbox({ scenario: 'many_pages', ...options })
  return { control: controlClient(sandbox), api: apiClient(sandbox) }
}

describe('another reading', () => {
  it('is that of the next call', async () => {
    const { control, api } = await fresh()
    const first = await api.list()
    expect(first.aliases).toHaveLength(20)
    const { status } = await control.do('set_choices', { page_size: 50 })
    expect(status).toBe(200)
    expect((await api.list()).aliases).toHaveLength(50)
    expect((await control.account()).choices).toEqual({ page_size: 50 })
  })

  it('can be taken back', async () => {
    const { control, api } = await fresh()
    await control.do('set_choices', { list_order: 'newest_first', cursor: 'json' })
    const other = await api.list()
    await control.send('POST', 'accounts/default/undo', {})
    const again = await api.list()
    expect(again.text).not.toBe(other.text)
    expect((await control.account()).choices).toEqual({})
    await control.send('POST', 'accounts/default/undo', { to: 'undo_1' })
    expect((await api.list()).text).toBe(other.text)
  })

  it('is refused for what the sandbox was started with', async () => {
    const overrides = { choices: { page_size: 10 } }
    const { control, api } = await fresh({ overrides, with: overrides })
    const { status, body } = await control.do('set_choices', { page_size: 50 })
    expect([status, body]).toEqual([
      409,
      {
        message:
          'page_size cannot be 50: the sandbox was started with page_size 10, which holds for every account',
        code: 'refused',
        reason: 'choice_held',
        field: 'page_size',
      },
    ])
    expect((await api.list()).aliases).toHaveLength(10)
  })

  it('by a timeline takes effect at its time', async () => {
    const { control, api } = await fresh({
      with: {
        clock: { mode: 'frozen' },
        populate: 30,
        timeline: [{ at: '+1m', do: 'set_choices', page_size: 5 }],
      },
    })
    expect((await api.list()).aliases).toHaveLength(20)
    await control.do('advance_clock', { by: '1m' })
    expect((await api.list()).aliases).toHaveLength(5)
  })

  it('is gone after a reset, and mistakes are named', async () => {
    const { control, api } = await fresh()
    await control.do('set_choices', { page_size: 3 })
    expect(await control.do('set_choices', { page_sise: 3 })).toMatchObject({
      status: 400,
      body: { message: 'unknown choice "page_sise" (did you mean "page_size"?)' },
    })
    expect((await api.list()).aliases).toHaveLength(3)
    await control.do('reset')
    expect((await api.list()).aliases).toHaveLength(20)
  })
})
