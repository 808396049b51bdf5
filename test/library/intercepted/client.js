/** A client of `fetch`, in Node or in a page, that creates an alias and tells what it got: an answer, a part, or none. */
export function makeClient({ fetch = globalThis.fetch, url, apiKey }) {
  const left = new AbortController()
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, signal: left.signal }
  return {
    leave: () => left.abort(),
    async received() {
      const body = JSON.stringify({ label: 'größer' })
      let response
      try {
        response = await fetch(`${url}/v1/aliases?x=1`, { ...request, body })
      } catch (error) {
        return error.name === 'TypeError' ? 'no answer' : error.name
      }
      const { status } = response
      const answered = { status, headers: Object.fromEntries(response.headers) }
      try {
        return { ...answered, body: await response.text() }
      } catch (error) {
        return { ...answered, cutOff: error.name }
      }
    },
  }
}
