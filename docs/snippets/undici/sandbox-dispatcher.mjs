import { Agent } from 'undici'

/** A dispatcher that sends the requests for `origin` to the sandbox, and all others to the network. */
export function sandboxDispatcher(sandbox, origin) {
  return new Agent().compose((dispatch) => (options, handler) => {
    if (String(options.origin) !== origin) return dispatch(options, handler)
    answer(sandbox, options, handler)
    return true
  })
}

async function answer(sandbox, { path, method, headers, body }, handler) {
  const left = new AbortController()
  const controller = { abort: (reason) => left.abort(reason), pause() {}, resume() {} }
  try {
    handler.onRequestStart(controller, {})
    const request = { method, headers, body, signal: left.signal, duplex: 'half' }
    const response = await sandbox.fetch(sandbox.url + path, request)
    handler.onResponseStart(controller, response.status, Object.fromEntries(response.headers), '')
    for await (const bytes of response.body ?? []) {
      handler.onResponseData(controller, Buffer.from(bytes))
    }
    handler.onResponseEnd(controller, {})
  } catch (error) {
    handler.onResponseError(controller, error) // as if the connection had failed
  }
}
