// A careful client in one class. Each client with a planted bug overrides one of its methods, so that the
// bug can be seen at a glance.
import { setTimeout as sleep } from 'node:timers/promises'

/** A refusal or a failure of the service, in words for the user. Anything else that is thrown is a bug. */
export class AliasError extends Error {}

export class AliasClient {
  #url
  #key

  constructor(url, key) {
    this.#url = url
    this.#key = key
  }

  /** Creates an alias. After a lost answer it looks whether the alias exists before it creates again. */
  async create(alias) {
    const since = Date.now()
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.send('POST', '/v1/aliases', this.toBody(alias, attempt))
      if (this.isSuccess(answer)) return answer.body.alias
      await this.pause(answer, attempt, since)
      const made = this.isLost(answer) && (await this.find(alias))
      if (made) return made
    }
  }

  /** The alias that a creation without an answer has made after all. The labels of this job are unique. */
  async find(alias) {
    const aliases = await this.list()
    return aliases.find(({ label }) => label === alias.label)
  }

  /** Lists all aliases, page by page. */
  async list() {
    const aliases = []
    for (let path = '/v1/aliases?limit=20'; path;) {
      const page = await this.get(path)
      aliases.push(...page.aliases)
      path = this.nextPath(page)
    }
    return aliases
  }

  async get(path) {
    const since = Date.now()
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.send('GET', path)
      if (this.isSuccess(answer)) return answer.body
      await this.pause(answer, attempt, since)
    }
  }

  /** The path of the page after this one; undefined after the last one. */
  nextPath({ next_cursor: cursor }) {
    return cursor === null
      ? undefined
      : `/v1/aliases?limit=20&last_key=${encodeURIComponent(cursor)}`
  }

  toBody({ label, days }, _attempt) {
    if (days === undefined) return { label }
    return { label, expires_at: Math.floor(Date.now() / 1_000) + days * 86_400 }
  }

  isSuccess({ status, body }) {
    return status === 200 && body !== undefined
  }

  /** Can nobody tell from the answer whether the call was carried out? */
  isLost({ status, body, retryAfter }) {
    return body === undefined || (status >= 500 && retryAfter === undefined)
  }

  /** Waits until the call may be made again. @throws AliasError if another try cannot help. */
  async pause(answer, attempt, since) {
    const ms = this.pauseMs(answer, attempt)
    if (ms === undefined || this.isEnough(attempt, since)) throw new AliasError(inWords(answer))
    await sleep(ms)
  }

  /** After five tries and three minutes, it is an incident. */
  isEnough(attempt, since) {
    return attempt >= 5 && Date.now() - since > 180_000
  }

  /** How long to wait before the same call may help; undefined: it never does. */
  pauseMs(answer, attempt) {
    if (answer.retryAfter !== undefined) return answer.retryAfter * 1_000
    if (answer.status === 409 || this.isLost(answer)) return Math.min(500 * 2 ** attempt, 20_000)
    return undefined
  }

  /** Makes one call. Without a complete JSON answer, `body` is undefined. */
  async send(method, path, body) {
    try {
      const response = await fetch(this.#url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(this.timeoutMs()),
      })
      const retryAfter = response.headers.get('retry-after')
      return {
        status: response.status,
        retryAfter: retryAfter === null ? undefined : Number(retryAfter),
        body: this.parse(await this.read(response)),
      }
    } catch (error) {
      if (error instanceof TypeError || error.name === 'TimeoutError') return { error }
      throw error
    }
  }

  timeoutMs() {
    return 10_000
  }

  read(response) {
    return response.text()
  }

  parse(text) {
    try {
      return JSON.parse(text)
    } catch {
      return undefined // a page of a proxy, or half an answer
    }
  }
}

function inWords({ status, body, error }) {
  if (error) return `no answer: ${error.message}`
  return `${status}: ${body?.code ?? body?.message ?? 'not an answer of the service'}`
}
