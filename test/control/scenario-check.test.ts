import { describe, expect, it } from 'vitest'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const check = async (body: object) => {
  const { url } = await freshSandbox()
  const response = await fetch(`${url}/_sandbox/scenarios/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('POST /_sandbox/scenarios/check', () => {
  it.each([
    ['YAML', 'title: Mine\naccount: { plan: pro }\n'],
    ['JSON', '{"title":"Mine","account":{"plan":"pro"}}'],
  ])('accepts %s, so that an account can use it', async (_what, text) => {
    expect(await check({ text, file: 'mine.yaml' })).toEqual({
      status: 200,
      body: {
        name: 'mine',
        title: 'Mine',
        summary: '',
        scenario: { title: 'Mine', account: { plan: 'pro' } },
      },
    })
  })

  it('lists every issue with its line and column', async () => {
    const text = 'title: Mine\naccount:\n  plan: plsu\n  billng: active\n'
    const { status, body } = await check({ text })
    expect(status).toBe(400)
    expect(body['errors']).toEqual([
      { line: 3, column: 9, message: expect.stringContaining('plus') },
      { line: 4, column: 3, message: expect.stringContaining('billing') },
    ])
  })

  it.each([
    ['no text', {}, 'text'],
    ['a text that is none', { text: 1 }, 'text'],
    ['a file in a folder', { text: '', file: '../x.yaml' }, 'file'],
    ['an unknown argument', { text: '', path: 'x' }, 'path'],
    ['an empty text', { text: '' }, 'text'],
  ])('refuses %s by name', async (_what, body, field) => {
    expect(await check(body)).toMatchObject({ status: 400, body: { field } })
  })
})
