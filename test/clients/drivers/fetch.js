import { untilDone } from './until-done.js'

/** Node's own fetch. */
export const fetchClient = {
  name: 'fetch',
  byDefault: async (ask) => (await send(ask)).ok,
  configured: (ask) => untilDone(() => send(ask)),
}

function send({ url, method, headers, body }) {
  return fetch(url, { method, headers, body })
}
