import { readFileSync } from 'node:fs'
import { injectedKinds } from '../../../src/contract/faults.ts'
import type { AccountView } from '../../../src/contract/control/control-shapes.ts'
import type { ListedRequest } from '../../../src/contract/history/entry.ts'
import { OpenapiCheck, type Objection, type SeenResponse } from './openapi-check.ts'

const shipped = new URL('../../../schema/openapi.json', import.meta.url)
export const check = new OpenapiCheck(
  JSON.parse(readFileSync(shipped, 'utf8')) as Record<string, unknown>,
)

/** An account with every response checked against the OpenAPI document. */
export class WatchedAccount {
  readonly objections: Objection[] = []
  /** Of the last answer of the control API. */
  lastStatus = 0
  readonly #url: string
  #name = ''

  constructor(url: string) {
    this.#url = url
  }

  async make(request: object): Promise<void> {
    const made = (await this.control('POST', 'accounts', 'accounts', request)) as AccountView
    this.#name = made.name
  }

  async do(action: string, input: object): Promise<void> {
    await this.#own('POST', `/actions/${action}`, input)
  }

  /** Calls `/v1`; responses that a fault has changed are not checked. */
  async call(method: string, query: string, body: string | undefined): Promise<void> {
    const { api_key } = (await this.#own('GET', '')) as AccountView
    const seen = await send(`${this.#url}/v1/aliases${query && `?${query}`}`, method, {
      headers: { ...json, authorization: `Bearer ${api_key}` },
      ...(body !== undefined && { body }),
    })
    const { requests } = (await this.#own('GET', '/requests?limit=1')) as {
      requests: ListedRequest[]
    }
    const { outcome } = requests.at(-1)!
    if (!seen || injectedKinds.some((kind) => kind === outcome)) return
    this.objections.push(...check.objections(method, '/v1/aliases', seen))
  }

  /** Calls every GET route of the account. */
  async look(): Promise<void> {
    for (const what of ['requests', 'aliases', 'faults', 'choices', 'report', 'actions'])
      await this.#own('GET', `/${what}`)
  }

  /** Calls the control API at a path that matches a template of the document. */
  async control(method: string, path: string, template: string, body?: unknown): Promise<unknown> {
    const seen = await send(`${this.#url}/_sandbox/${path}`, method, {
      headers: json,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!seen) throw new Error(`${method} ${path} was not answered`)
    this.lastStatus = seen.status
    this.objections.push(...check.objections(method, `/_sandbox/${template.split('?')[0]}`, seen))
    const isJson = seen.headers.get('content-type')?.startsWith('application/json') ?? false
    return isJson && seen.text !== '' ? (JSON.parse(seen.text) as unknown) : seen.text
  }

  #own(method: string, rest: string, body?: object): Promise<unknown> {
    return this.control(method, `accounts/${this.#name}${rest}`, `accounts/{account}${rest}`, body)
  }
}

const json = { 'content-type': 'application/json' }

async function send(url: string, method: string, init: RequestInit): Promise<SeenResponse | null> {
  try {
    const response = await fetch(url, { ...init, method })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    return null // a fault dropped the answer
  }
}
