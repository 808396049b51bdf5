/** The client under test; yours stands here. */
export class AliasClient {
  constructor(url, apiKey) {
    this.url = url
    this.headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  }

  async create(fields = {}) {
    const { url, headers } = this
    const request = { method: 'POST', headers, body: JSON.stringify(fields) }
    const response = await fetch(`${url}/v1/aliases`, request)
    const body = await response.json()
    if (response.ok) return body.alias
    throw new Error(body.code ?? `${response.status} ${body.message}`)
  }
}
