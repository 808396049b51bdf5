import type { Alias } from '../../src/contract/shapes.ts'
import { controlClient, type Reached } from '../support/http/control-client.ts'
import type { HttpAnswer, Look, Subject } from './subject.ts'

/** A sandbox on any host, after a reset. Its clock is frozen, since the machine's clock is real. */
export async function openHttpSubject(reached: Reached): Promise<Subject> {
  const { url, fetch: sendTo = fetch } = reached
  const control = controlClient(reached)
  await control.send('POST', 'reset', {})
  async function send(method: string, path: string, init: RequestInit): Promise<HttpAnswer> {
    const response = await sendTo(url + path, { ...init, method })
    const headers = Object.fromEntries(response.headers)
    return { status: response.status, headers, text: await response.text() }
  }
  return {
    call({ method, query, body, bearer }) {
      const headers = {
        authorization: `Bearer ${bearer}`,
        ...(body !== null && { 'content-type': 'application/json' }),
      }
      const path = `/v1/aliases${query === '' ? '' : `?${query}`}`
      return send(method, path, { headers, ...(body !== null && { body }) })
    },
    act: (action, input) =>
      send('POST', `/_sandbox/actions/${action}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
    async look(): Promise<Look> {
      const [view, { body }] = await Promise.all([
        control.account(),
        control.send('GET', 'aliases'),
      ])
      return { view, aliases: body['aliases'] as Alias[] }
    },
    requests: async () =>
      (await control.requests('?limit=1000')).map(({ response }) => response.status),
    async restart() {
      const before = await control.session()
      await control.send('POST', 'reset', {})
      const { status } = await control.send('PUT', 'session', before)
      if (status !== 200) throw new Error(`a state of its own is refused: ${status}`)
      const after = await control.session()
      // The model begins a new journal here, as for a sandbox that starts from a state.
      await control.send('DELETE', 'requests')
      return [withoutMachine(before), withoutMachine(after)]
    },
    wait() {},
  }
}

/** The machine's time is not part of the account and differs between two reads. */
function withoutMachine(session: unknown): unknown {
  const varying = ['machine_ms', 'until', 'cleared', 'closed', 'handed_over', 'ended_at']
  return JSON.parse(
    JSON.stringify(session, (name, value: unknown) => (varying.includes(name) ? undefined : value)),
  )
}
