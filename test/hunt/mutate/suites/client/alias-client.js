import { setTimeout as wait } from 'node:timers/promises'
import { DailyCapError, KeyError, PlanError, RequestError, UnavailableError } from './errors.js'

const TRIES = 4

/** The client that the three suites test. `sleep` waits some milliseconds; a test passes one that only notes them. */
export class AliasClient {
  #url
  #key
  #sleep

  constructor(url, key, { sleep = wait } = {}) {
    this.#url = url
    this.#key = key
    this.#sleep = sleep
  }

  /** Creates an alias. If the answer is lost, it looks for an alias with the same label first. */
  async create(fields) {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const body = await this.#call('POST', '/v1/aliases', fields)
      if (body) return body.alias
      const made = (await this.list()).find(({ label }) => label === fields.label)
      if (made) return made
    }
    throw new UnavailableError('no creation was answered')
  }

  /** All aliases, from all pages. */
  async list() {
    const aliases = []
    for (let cursor; cursor !== null;) {
      const page = await this.page(cursor)
      aliases.push(...page.aliases)
      cursor = page.next_cursor
    }
    return aliases
  }

  /** One page: the first one, or the one behind a cursor. */
  async page(cursor) {
    const query = new URLSearchParams({ limit: 20, ...(cursor && { last_key: cursor }) })
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const body = await this.#call('GET', `/v1/aliases?${query}`)
      if (body) return body
    }
    throw new UnavailableError('no list was answered')
  }

  /** Makes a call, again after each wait that the service asks for. Undefined if no whole answer arrived. */
  async #call(method, path, fields) {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const { status, retryAfter, body } = await this.#send(method, path, fields)
      if (status === 200) return body
      if (status === 400) throw new RequestError(body?.message)
      if (status === 401) throw new KeyError(body?.message)
      if (status === 403) throw new PlanError(body?.code, body?.description)
      if (status === 429 && retryAfter === null) throw new DailyCapError(body?.message)
      if (status !== 409 && retryAfter === null) {
        await this.#sleep(1_000)
        return undefined
      }
      await this.#sleep(status === 409 ? 100 : Number(retryAfter) * 1_000)
    }
    throw new UnavailableError('the service stays unavailable')
  }

  async #send(method, path, fields) {
    const headers = { authorization: `Bearer ${this.#key}` }
    if (fields) headers['content-type'] = 'application/json'
    try {
      const signal = AbortSignal.timeout(5_000)
      const body = fields && JSON.stringify(fields)
      const response = await fetch(this.#url + path, { method, headers, body, signal })
      const retryAfter = response.headers.get('retry-after')
      return { status: response.status, retryAfter, body: JSON.parse(await response.text()) }
    } catch (error) {
      return { status: undefined, retryAfter: null, body: undefined, error }
    }
  }
}
