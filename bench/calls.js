// The measured calls, in the form that each system expects.
import { toBytes } from './load.js'

const NEW_ALIAS = { label: 'shop', note: 'made by the benchmark' }
const KEY = 'sandbox_default'

/** A list of 20 aliases and a creation, as in the service's API. */
export const apiCalls = {
  list: [toBytes('GET', '/v1/aliases', KEY)],
  create: [toBytes('POST', '/v1/aliases', KEY, NEW_ALIAS)],
}

/** The calls for json-server, whose paths are named after its data. */
export const jsonServerCalls = {
  list: [toBytes('GET', '/aliases?_page=1&_per_page=20', KEY)],
  create: [toBytes('POST', '/aliases', KEY, NEW_ALIAS)],
}

/** The calls with `count` keys in turn; each key creates its own account. */
export function callsOfKeys(count) {
  const keys = Array.from({ length: count }, (_, index) => `sandbox_unlimited-${index + 1}`)
  return {
    list: keys.map((key) => toBytes('GET', '/v1/aliases', key)),
    create: keys.map((key) => toBytes('POST', '/v1/aliases', key, NEW_ALIAS)),
  }
}

/** Requests for the pages that these cursors point to. */
export function pagesBehind(cursors) {
  return cursors.map((cursor) => toBytes('GET', `/v1/aliases?last_key=${cursor}`, KEY))
}
