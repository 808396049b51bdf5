import type { Answered, Fetch, SendingOptions } from './client-options.ts'
import type {
  AnswerOf,
  PathOf,
  PathParameter,
  QueryOf,
  RouteName,
  RouteOfAccount,
} from '../contract/control/routes.ts'
import { toRefusal, toUnreachable } from './error.ts'

/** The parts of a request to any route, beside the parameters of its path. */
type Anything = {
  query?: object
  body?: unknown
  signal?: AbortSignal | undefined
  /** An error response with this field counts as a result. */
  resultField?: string
}

/** A request to this route: each parameter of its path, and only parameters that its query knows. */
type Asked<Name extends RouteName> = Omit<Anything, 'query'> & {
  query?: { readonly [Parameter in keyof QueryOf<Name>]?: unknown }
} & {
  [
    Parameter in PathParameter<PathOf<Name>> | (Name extends RouteOfAccount ? 'account' : never)
  ]: string
}

type Arguments<Name extends RouteName> =
  object extends Asked<Name> ? [asked?: Asked<Name>] : [asked: Asked<Name>]

/** The method of a route, and its path with these parameters. */
function toTarget(
  route: RouteName,
  { query = {}, ...given }: { query?: object; [parameter: string]: unknown },
): [method: string, path: string] {
  const [method = '', template = ''] = route.split(' ')
  const valueOf = (name: string) => encodeURIComponent(String(given[name]))
  const path = template.replaceAll(/:(\w+)/g, (_mark, name: string) => valueOf(name))
  const { account = 'default' } = given
  const isScoped = account !== 'default' && !template.includes(':account')
  return [method, `${isScoped ? `accounts/${valueOf('account')}/` : ''}${path}${toQuery(query)}`]
}

/** A query with these parameters; lists are separated by commas, a time is ISO 8601 as in a body, other objects are JSON. */
function toQuery(parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const pairs = given.map(([name, value]): [string, string] => [name, toText(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  const plain: unknown = value instanceof Date ? value.toJSON() : value
  return typeof plain === 'string' ? plain : JSON.stringify(plain)
}

/** Sends requests to the control API of a sandbox, and reads its answers. */
export class ControlRequests {
  readonly url: string
  readonly #headers: Record<string, string>
  readonly #call: Fetch

  /** @throws TypeError for an invalid URL. */
  constructor({ url, token, origin = 'library', fetch: call }: SendingOptions) {
    this.#call = call
    this.url = new URL(url).origin
    this.#headers = {
      'alias-sandbox-origin': origin,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
  }

  /** Asks a route of the control API. @throws SandboxError */
  async ask<Name extends RouteName>(
    route: Name,
    ...[asked]: Arguments<Name>
  ): Promise<AnswerOf<Name>> {
    const response = await this.#request(route, asked)
    return (await this.#answerOf(response, asked?.resultField)) as AnswerOf<Name>
  }

  /** Asks a route whose answer is bytes. @throws SandboxError */
  async askBytes<Name extends RouteName>(
    route: Name,
    ...[asked]: Arguments<Name>
  ): Promise<Uint8Array> {
    const response = await this.#request(route, asked)
    if (!response.ok) await this.#answerOf(response, undefined)
    return new Uint8Array(await response.arrayBuffer!())
  }

  #request(route: RouteName, asked: Anything = {}): Promise<Answered> {
    const { body, signal, resultField: _read, ...target } = asked
    const [method, path] = toTarget(route, target)
    return this.#send(`${this.url}/_sandbox/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.#headers,
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  }

  async #answerOf(response: Answered, resultField: string | undefined): Promise<unknown> {
    if (response.status === 204) return undefined
    const answer = await this.#read(response)
    if (response.ok || (resultField !== undefined && resultField in answer)) return answer
    if (typeof answer['message'] === 'string') {
      throw toRefusal(response.status, answer['message'], answer)
    }
    // While the sandbox closes, `ready` responds with 503 and its usual body.
    if (response.status === 503 && answer['status'] !== undefined) return answer
    throw toUnreachable(this.url, true)
  }

  async #send(url: string, init: Parameters<Fetch>[1]): Promise<Answered> {
    try {
      return await this.#call(url, init)
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw toUnreachable(this.url, false, error)
    }
  }

  async #read(response: Answered): Promise<Record<string, unknown>> {
    try {
      const answer: unknown = await response.json()
      if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error
    }
    throw toUnreachable(this.url, true)
  }
}
