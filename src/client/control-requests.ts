import type { Answered, ClientOptions, Fetch } from './client-options.ts'
import { toRefusal, toUnreachable } from './error.ts'

/** Sends requests to the control API of a sandbox, and reads its answers. */
export class ControlRequests {
  readonly url: string
  readonly #headers: Record<string, string>
  readonly #call: Fetch

  /** @throws TypeError for an invalid URL. */
  constructor({
    url,
    token,
    origin = 'library',
    fetch: call = (address, init) => fetch(address, init),
  }: ClientOptions) {
    this.#call = call
    this.url = new URL(url).origin
    this.#headers = {
      'alias-sandbox-origin': origin,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
  }

  /** @throws SandboxError */
  async ask<Answer>(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    /** An error response with this field counts as a result. */
    resultField?: string,
  ): Promise<Answer> {
    const response = await this.#fetch(`${this.url}/_sandbox/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.#headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    if (response.status === 204) return undefined as Answer
    const answer = await this.#read(response)
    if (response.ok || (resultField !== undefined && resultField in answer)) return answer as Answer
    if (typeof answer['message'] === 'string') {
      throw toRefusal(response.status, answer['message'], answer)
    }
    // While the sandbox closes, `ready` responds with 503 and its usual body.
    if (response.status === 503 && answer['status'] !== undefined) return answer as Answer
    throw toUnreachable(this.url, true)
  }

  async #fetch(url: string, init: Parameters<Fetch>[1]): Promise<Answered> {
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
