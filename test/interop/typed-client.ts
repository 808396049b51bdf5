// A client whose types openapi-typescript has made. It must compile as it stands, and run.
import createClient from 'openapi-fetch'
import type { paths as Control } from './made/all.js'
import type { components, paths as Service } from './made/v1.js'

type Alias = components['schemas']['Alias']

/** Uses the service as its document describes it; throws when something is otherwise. */
export async function useService(baseUrl: string, key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` }
  const client = createClient<Service>({ baseUrl, headers })

  const created = await client.POST('/v1/aliases', { body: { label: 'shop', single_use: true } })
  const alias: Alias = orThrow(created.data?.alias)
  const expiry: number | null = alias.expires_at
  check(alias.label === 'shop' && expiry === null, 'a creation')

  const page = orThrow((await client.GET('/v1/aliases', { params: { query: { limit: 1 } } })).data)
  const last = await client.GET('/v1/aliases', {
    params: { query: { limit: 100, ...(page.next_cursor && { last_key: page.next_cursor }) } },
  })
  check(last.data?.has_more === false && last.data.next_cursor === null, 'the last page')

  // @ts-expect-error: what the document does not offer is no call
  void (() => client.DELETE('/v1/aliases', {}))
  // @ts-expect-error: a limit is a number
  void (() => client.GET('/v1/aliases', { params: { query: { limit: '1' } } }))
  // @ts-expect-error: there is no such field
  void alias.prefix
}

/** Drives the sandbox by its own document: a payment fails, is seen by the client, and is settled. */
export async function driveSandbox(baseUrl: string): Promise<void> {
  const control = createClient<Control>({
    baseUrl,
    bodySerializer: (body) => JSON.stringify(body ?? {}),
  })
  const made = await control.POST('/_sandbox/accounts', { body: { scenario: 'past_due' } })
  const { name, api_key } = orThrow(made.data)
  const headers = { Authorization: `Bearer ${api_key}` }
  const path = { account: name }

  const { error } = await control.GET('/v1/aliases', { headers })
  check(error !== undefined && 'code' in error && error.code === 'plan_past_due', 'the refusal')

  const settle = '/_sandbox/accounts/{account}/actions/settle_invoice'
  const settled = await control.POST(settle, { params: { path }, body: {} })
  check(settled.data?.action === 'settle_invoice', 'the action')
  check((await control.GET('/v1/aliases', { headers })).response.status === 200, 'the recovery')

  const advance = '/_sandbox/accounts/{account}/actions/advance_clock'
  const advanced = await control.POST(advance, { params: { path }, body: { by: '25h' } })
  check(advanced.data?.fired !== undefined, 'the clock')

  const journal = '/_sandbox/accounts/{account}/requests'
  const { data } = await control.GET(journal, { params: { path, query: { status: 403 } } })
  check(orThrow(data).requests[0]?.outcome === 'plan_past_due', 'the journal')

  // @ts-expect-error: there is no such action
  void (() => control.POST('/_sandbox/actions/settle_invoic', {}))
}

function orThrow<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('an answer holds no data')
  return value
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`${what} is not as its type says`)
}
