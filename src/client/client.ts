import type { AnswerOf, RouteName, RouteOfBytes } from '../contract/control/routes.ts'
import { toTarget, type AnyRequest, type Args } from './request.ts'
import type { FetchAnswer, ClientOptions, Fetch } from './client-options.ts'
import { SandboxError, toForeign, toRefusal, toUnreachable } from './error.ts'
import { refuseUnsaid, refuseUnsaidFilter, requireObject } from './unsaid.ts'

/**
 * A client for the control API of a running sandbox: the table of routes says what each takes and answers. It needs
 * only something like `fetch`, so that it runs anywhere. Once it has ended, every request fails with the reason.
 */
export class ControlClient {
  readonly url: string
  readonly #options: ClientOptions
  readonly #headers: Record<string, string>
  readonly #parent: ControlClient | undefined
  #over: string | undefined

  /** @throws TypeError for an invalid URL. */
  constructor(options: ClientOptions, parent?: ControlClient) {
    const { url, token, origin = 'library' } = options
    this.#options = options
    this.#parent = parent
    this.url = new URL(url).origin
    this.#headers = {
      'alias-sandbox-origin': origin,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
  }

  get hasNoPort(): boolean {
    return this.#options.hasNoPort === true
  }

  /** Creates a client that ends with this one, or earlier. */
  branch(fetch: Fetch = this.#options.fetch): ControlClient {
    return new ControlClient({ ...this.#options, fetch }, this)
  }

  /** Creates a client that ends with the same parent as this one. */
  sibling(): ControlClient {
    return (this.#parent ?? this).branch()
  }

  /** Ends the client and all its branches. */
  end(why: string): void {
    this.#over ??= why
  }

  /**
   * Asks a route of the control API.
   *
   * @throws SandboxError `closed` when the client has ended, or ends during the request
   * @example
   * const { aliases } = await client.ask('GET aliases', { account: 'default', query: { search: 'shop' } })
   */
  async ask<Name extends RouteName>(route: Name, ...[asked]: Args<Name>): Promise<AnswerOf<Name>> {
    return this.#untilOver(async () => {
      const response = await this.#request(route, asked)
      return (await this.#answerOf(response)) as AnswerOf<Name>
    })
  }

  /** Asks a route whose answer is bytes. @throws SandboxError as `ask` does */
  async askBytes<Name extends RouteOfBytes>(
    route: Name,
    ...[asked]: Args<Name>
  ): Promise<Uint8Array> {
    return this.#untilOver(async () => {
      const response = await this.#request(route, asked)
      if (!response.ok) await this.#answerOf(response)
      return new Uint8Array(await response.arrayBuffer!())
    })
  }

  async #untilOver<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    this.#refuseIfOver()
    try {
      return await request()
    } catch (error) {
      this.#refuseIfOver() // the request failed because this side closed, not because of the sandbox
      throw error
    }
  }

  #refuseIfOver(): void {
    if (this.#parent) this.#parent.#refuseIfOver()
    if (this.#over !== undefined) throw new SandboxError('closed', this.#over)
  }

  async #request(route: RouteName, asked: AnyRequest = {}): Promise<FetchAnswer> {
    const { query = {}, body, signal } = asked
    requireObject(query, 'the filter')
    refuseUnsaidFilter(query)
    if (body !== undefined) refuseUnsaid(body)
    const [method, path] = toTarget(route, asked)
    try {
      return await this.#options.fetch(`${this.url}/_sandbox/${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...this.#headers,
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw toUnreachable(this.url, error)
    }
  }

  async #answerOf(response: FetchAnswer): Promise<unknown> {
    if (response.status === 204) return undefined
    const answer = await this.#read(response)
    if (response.ok) return answer
    if (typeof answer['message'] === 'string') {
      throw toRefusal(response.status, answer['message'], answer)
    }
    // While the sandbox closes, `ready` responds with 503 and its usual body.
    if (response.status === 503 && answer['status'] !== undefined) return answer
    throw toForeign(this.url)
  }

  async #read(response: FetchAnswer): Promise<Record<string, unknown>> {
    try {
      const answer: unknown = await response.json()
      if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error
    }
    throw toForeign(this.url)
  }
}
