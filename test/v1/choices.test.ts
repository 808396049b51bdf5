import { describe, expect, it } from 'vitest'
import { choiceIds, valuesOf, type Choices } from '../../src/contract/choices/choices.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
type Tools = {
  call: (
    method: string,
    path?: string,
    body?: string,
    headers?: Record<string, string>,
  ) => Promise<string>
  do: (action: string, input?: object) => Promise<{ body: Record<string, unknown> }>
  all: () => Promise<string>
}

/** Returns the outcome of a mail, as JSON. */
async function deliverTo(to: string, { do: act }: Tools): Promise<string> {
  return JSON.stringify((await act('deliver_mail', { to })).body['result'])
}

/** For each choice: a scenario, and how a client sees the difference through `/v1`. */
const shows: Record<keyof Choices, { start?: Scenario; see: (tools: Tools) => Promise<string> }> = {
  page_size: { start: { populate: 120 }, see: ({ call }) => call('GET') },
  list_order: {
    start: { aliases: [{ id: 'b' }, { id: 'a' }, { id: 'c' }] },
    see: ({ call }) => call('GET'),
  },
  pages: { start: { populate: 10 }, see: ({ call }) => call('GET', '?limit=10') },
  cursor: { start: { populate: 3 }, see: ({ call }) => call('GET', '?limit=1') },
  stale_cursor: {
    start: { populate: 3 },
    see: async ({ call, do: act }) => {
      const page = JSON.parse(bodyOf(await call('GET', '?limit=1'))) as {
        next_cursor: string
        aliases: { id: string }[]
      }
      await act('delete_alias', { id: page.aliases[0]!.id })
      return call('GET', `?last_key=${encodeURIComponent(page.next_cursor)}`)
    },
  },
  limit_out_of_range: { see: ({ call }) => call('GET', '?limit=101') },
  id_style: { see: ({ call }) => call('POST') },
  domain: { see: ({ call }) => call('POST') },
  burn: {
    start: { aliases: [{ id: 'a', single_use: true }] },
    see: async ({ call, do: act }) => (await act('forward_message', { id: 'a' }), call('GET')),
  },
  expiry: {
    start: { aliases: [{ id: 'a', expires_at: '+10m' }] },
    see: async ({ call, do: act }) => (await act('advance_clock', { by: '10m' }), call('GET')),
  },
  suspended_reason: {
    start: { aliases: [{ id: 'a', status: 'suspended' }] },
    see: ({ call }) => call('GET'),
  },
  replies_value: {
    start: { aliases: [{ id: 'a', replies_enabled: true }] },
    see: ({ call }) => call('GET'),
  },
  mail_address: {
    start: { aliases: [{ id: 'a' }] },
    see: (tools) => deliverTo('A+shop@Alias-Sandbox.example', tools),
  },
  mail_to_unknown: { see: (tools) => deliverTo('x@alias-sandbox.example', tools) },
  mail_to_suspended: {
    start: { aliases: [{ id: 'a', status: 'suspended' }] },
    see: (tools) => deliverTo('a@alias-sandbox.example', tools),
  },
  mail_over_allowance: {
    start: { usage: { forwards: 2_500 }, aliases: [{ id: 'a' }] },
    see: (tools) => deliverTo('a@alias-sandbox.example', tools),
  },
  mail_when_unpaid: {
    start: { account: { billing: 'past_due' }, aliases: [{ id: 'a' }] },
    see: (tools) => deliverTo('a@alias-sandbox.example', tools),
  },
  text_limit: {
    see: ({ call }) => call('POST', '', JSON.stringify({ note: 'x'.repeat(256) }), JSON_TYPE),
  },
  text_type: { see: ({ call }) => call('POST', '', '{"label":3}', JSON_TYPE) },
  null_fields: { see: ({ call }) => call('POST', '', '{"label":null}', JSON_TYPE) },
  unknown_fields: { see: ({ call }) => call('POST', '', '{"colour":"red"}', JSON_TYPE) },
  content_type: {
    see: ({ call }) => call('POST', '', '{"label":"x"}', { 'content-type': 'text/plain' }),
  },
  extra_fields: { see: ({ call }) => call('GET') },
  rejected_spend_burst: {
    start: { usage: { burst: 59, burst_resets_in: '30s' } },
    see: async ({ call, do: act }) => {
      await act('set_account', { billing: 'past_due' })
      await call('GET')
      await act('settle_invoice')
      return `${await call('GET', '?limit=0')} ${await call('GET')}`
    },
  },
  burst_window: {
    see: async ({ call, do: act }) => {
      await act('advance_clock', { by: '10s' })
      await call('GET')
      await act('advance_clock', { by: '20s' })
      for (let made = 1; made < 60; made += 1) await call('GET')
      const refused = await call('GET')
      await act('advance_clock', { by: '40s' })
      return `${refused} ${await call('GET')} ${await call('GET')}`
    },
  },
  rotation_resets_burst: {
    start: { usage: { burst: 60, burst_resets_in: '30s' } },
    see: async ({ call, do: act }) => {
      const { body } = await act('rotate_key')
      const { api_key } = body['result'] as { api_key: string }
      return (await call('GET', '', undefined, { authorization: `Bearer ${api_key}` })).slice(0, 3)
    },
  },
  daily_spend: {
    start: { usage: { daily: 48 } },
    see: async ({ call, do: act }) => {
      await act('arm_fault', { kind: 'collision' })
      await call('POST')
      await act('arm_fault', { kind: 'daily_cap' })
      await call('POST')
      return [await call('POST'), await call('POST')].map((answer) => answer.slice(0, 3)).join()
    },
  },
  check_order: {
    start: { usage: { burst: 60, burst_resets_in: '30s' } },
    see: async ({ call, do: act }) => {
      const early = await call('POST', '', '{', JSON_TYPE)
      await act('set_account', { billing: 'past_due' })
      await act('arm_fault', { kind: 'outage' })
      return `${early} ${await call('GET')}`
    },
  },
  canceled_becomes_free: {
    start: { account: { billing: 'canceled' } },
    see: async ({ call, do: act }) => (await act('advance_clock', { by: '30d' }), call('GET')),
  },
  trial_end: {
    start: { account: { billing: 'trialing' } },
    see: async ({ call, do: act }) => (await act('advance_clock', { by: '7d' }), call('GET')),
  },
  missing_key: { see: ({ call }) => call('GET', '', undefined, { authorization: '' }) },
  key_error_shape: {
    see: ({ call }) => call('GET', '', undefined, { authorization: 'Bearer nobody' }),
  },
  absent_method: { see: ({ call }) => call('DELETE') },
  message_text: {
    see: async ({ call }) => `${await call('GET', '?limit=0')} ${await call('GET', '?limit=0')}`,
  },
  cors: { see: ({ call }) => call('GET', '', undefined, { origin: 'http://app.example' }) },
}

/** The JSON body in a result of `call`. */
function bodyOf(message: string): string {
  return message.slice(4, message.lastIndexOf('}') + 1)
}

async function seen(id: keyof Choices, value: unknown): Promise<string> {
  const { start = {}, see } = shows[id]
  const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
  const sandbox = await freshSandbox({ with: { ...start, clock, choices: { [id]: value } } })
  const control = controlClient(sandbox)
  const call: Tools['call'] = async (method, path = '', body, headers = {}) => {
    const response = await fetch(`${sandbox.url}/v1/aliases${path}`, {
      method,
      headers: { authorization: 'Bearer sandbox_default', ...headers },
      ...(body !== undefined && { body }),
    })
    const message = [
      'retry-after',
      'allow',
      'access-control-allow-origin',
      'access-control-expose-headers',
    ].map((name) => response.headers.get(name) ?? '')
    return `${response.status} ${await response.text()}${message.join('|')}`
  }
  return see({ call, do: control.do, all: () => call('GET', '?limit=100') })
}

const domains = { domain: 'mail.example' } as Record<string, unknown>

describe('a choice', () => {
  it.each(choiceIds)('%s: a client can distinguish each alternative through /v1', async (id) => {
    const values = [...valuesOf(id), ...(domains[id] === undefined ? [] : [domains[id]])]
    const answers = []
    for (const value of values) answers.push(await seen(id, value))
    expect(values.length).toBeGreaterThan(1)
    expect(new Set(answers).size, answers.join('\n')).toBe(values.length)
  })

  it('is refused with the nearest name when it is unknown', async () => {
    const control = controlClient(await freshSandbox())
    const load = async (choices: object) =>
      (await control.do('load_scenario', { scenario: { choices } })).body['message']
    expect(await load({ list_ordr: 'by_id' })).toMatch(/did you mean "list_order"\?/)
    expect(await load({ list_order: 'newest_frist' })).toMatch(/did you mean "newest_first"\?/)
    expect(await load({ page_size: 0 })).toMatch(/1 to 100/)
  })
})
