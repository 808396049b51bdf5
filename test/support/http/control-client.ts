import type { AccountView } from '../../../src/contract/control/control-shapes.ts'
import type { ListedRequest } from '../../../src/contract/history/entry.ts'

/** A response of the control API. */
export type ControlAnswer = { status: number; body: Record<string, unknown>; headers: Headers }

/** A sandbox on a port, or one in this program with its own `fetch`. */
export type Reached = {
  url: string
  fetch?: (url: string, init?: RequestInit) => Promise<Response>
}

/** Calls the control API as any HTTP client would. */
export function controlClient(sandbox: Reached, account = 'default') {
  const { fetch: sendTo = fetch } = sandbox
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: object = {},
  ): Promise<ControlAnswer> {
    const response = await sendTo(`${sandbox.url}/_sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text !== '' ? JSON.parse(text) : {}) as Record<string, unknown>,
    }
  }
  const at = `accounts/${account}`
  return {
    send,
    do: (action: string, input: unknown = {}) => send('POST', `${at}/actions/${action}`, input),
    account: async () => (await send('GET', at)).body as unknown as AccountView,
    requests: async (query = '') =>
      (await send('GET', `${at}/requests${query}`)).body['requests'] as ListedRequest[],
    session: async () => (await send('GET', 'session')).body,
  }
}
