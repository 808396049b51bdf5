import { untilDone } from './until-done.js'

/** Node's own fetch. */
export const fetchClient = {
  name: 'fetch',
  asItComes: async (ask) => (await send(ask)).ok,
  asTold: (ask) => untilDone(() => send(ask)),
}

function send({ url, method, headers, body }) {
  return fetch(url, { method, headers, body })
}
