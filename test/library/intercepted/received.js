/**
 * Creates an alias, in Node or in a page, and tells what the client gets: an answer, a part of one, or none. A fault
 * that hangs needs a `signal`.
 */
export async function received({ fetch = globalThis.fetch, url, apiKey, signal }) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ label: 'größer' })
  let response
  try {
    response = await fetch(`${url}/v1/aliases?x=1`, { method: 'POST', headers, body, signal })
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
}
