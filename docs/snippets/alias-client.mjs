/** The client under test; yours stands here. */
export class AliasClient {
  constructor(url, apiKey, { tries = 1 } = {}) {
    this.url = url
    this.tries = tries
    this.headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  }

  async create(fields = {}, triesLeft = this.tries - 1) {
    const { url, headers } = this
    const request = { method: 'POST', headers, body: JSON.stringify(fields) }
    const response = await fetch(`${url}/v1/aliases`, request)
    const body = await response.json()
    if (response.ok) return body.alias
    if (response.status === 503 && triesLeft > 0) {
      const seconds = Number(response.headers.get('retry-after'))
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      return this.create(fields, triesLeft - 1)
    }
    throw new Error(body.code ?? `${response.status} ${body.message}`)
  }
}
