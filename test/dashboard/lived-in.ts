import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

/** The address of each screen, and of details of the two that have some. */
export const places = [
  'live',
  'live/req_4',
  'live/mail_1',
  'inbox',
  'inbox/mail_1',
  'report',
] as const

/** A sandbox with data of every kind, so that every part of the page is visible. */
export async function livedInSandbox() {
  const sandbox = await freshSandbox({
    with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } },
  })
  const control = controlClient(sandbox)
  const client = apiClient(sandbox)
  await control.do('populate_aliases', { count: 30 })
  await control.do('create_alias', { label: 'burns', single_use: true, expires_at: '+10m' })
  await client.list()
  await client.create({ label: 'shop' })
  await client.list('?limit=0')
  await control.do('arm_fault', { kind: 'outage', times: 2 })
  await client.create({})
  await control.do('arm_fault', { kind: 'daily_cap', for: '15m' })
  const [alias] = (await client.send('GET', '/v1/aliases?limit=1')).aliases
  if (alias) await control.do('suspend_alias', { id: alias.id })
  await client.send('GET', '/v1/nothing')
  await client.send('DELETE', '/v1/aliases')
  await apiClient(sandbox, 'a-key-of-nobody').list()
  await control.do('set_usage', { burst: 58, daily: 50, forwards: 700 })
  const raw = `Subject: Welcome\r\nContent-Type: text/html\r\n\r\n<p>Your code is 482913.</p><a href="https://shop.example/">Shop</a>`
  const { body } = await control.send('GET', 'aliases?limit=1')
  const [{ address: to }] = body['aliases'] as [{ address: string }]
  await control.send('POST', 'inbox', { to, raw })
  await control.do('deliver_mail', { to: 'nobody@alias-sandbox.example' })
  return sandbox
}
