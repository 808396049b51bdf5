// Fills a journal with HTTP-like requests in its own process; prints its counted size and the growth of the heap.
import './fresh-build.js'
import { Sandbox } from '../../../build/core/sandbox.js'
import { sampleTexts } from '../../../build/scenario/sample-texts.js'
import { ScenarioCatalog, shippedScenarios } from '../../../build/scenario/catalog.js'

const catalog = new ScenarioCatalog(shippedScenarios())
const scenario = { limits: { burst: 'off', daily: 'off' }, populate: 300 }
const sandbox = new Sandbox(
  {
    catalog,
    sampleTexts,
    settings: { seed: 1, apiKey: 'sandbox_default', maxAccounts: 10, maxRequests: 20_000 },
    start: { name: 'x', scenario },
    overrides: {},
    onCrash: (error) => {
      throw error
    },
  },
  0,
)

/** A text that shares no memory with others, as a parser creates it. */
const text = (length, unit = 'x') => JSON.parse(JSON.stringify(unit.repeat(length)))

const created = { method: 'POST', body: '{"label":"shop"}' }

const shapes = {
  plain: () => ({ method: 'GET' }),
  'large headers': (n) => ({
    method: 'GET',
    headers: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`x-h${i}`, text(1_000) + n])),
  }),
  'many headers': (n) => ({
    method: 'GET',
    headers: Object.fromEntries(Array.from({ length: 190 }, (_, i) => [`x-h${n}-${i}`, text(40)])),
  }),
  'long paths': (n) => {
    const url = text(8_000) + n + '?q'
    const mark = url.indexOf('?')
    return { method: 'GET', path: url.slice(0, mark), query: url.slice(mark + 1) }
  },
  'long queries': (n) => ({ method: 'GET', query: `x=${n}&` + text(7_000) }),
  'unknown fields': (n) => ({
    method: 'POST',
    body: JSON.stringify(
      Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${n}_${i}`, 1])),
    ),
  }),
  'wide labels': () => ({ method: 'POST', body: `{"label":"${text(200, '\u4e2d')}"}` }),
  'long labels': () => ({ method: 'POST', body: `{"label":"${text(3_000)}"}` }),
  'not JSON': () => ({ method: 'POST', body: text(20_000) }),
  'small creations': () => created,
  'listed creations': (n) => (n % 2 ? { method: 'GET', query: 'limit=1' } : created),
  'pages walked': (n) => ({ method: 'GET', query: `limit=100` + (n % 2 ? '&x' : '') }),
}

const make = shapes[process.argv[2]]
const count = Number(process.argv[3])
const { history } = sandbox.account('default')
const flatten = (request) => {
  for (const part of [request.path, request.query, request.body]) part?.charCodeAt(0)
  return request
}
function call(n) {
  const request = {
    path: '/v1/aliases',
    query: '',
    headers: { host: `h${n}` },
    contentType: 'application/json',
    body: null,
    ...make(n),
  }
  sandbox.call(flatten(request), 'Bearer sandbox_default', n).endedMs = n
}
const heap = () => {
  for (let i = 0; i < 4; i += 1) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
for (let n = 0; n < 50; n += 1) call(n)
history.forget()
const aliases = sandbox.account('default').aliases.size
for (let n = 0; n < count; n += 1) call(n)
const full = heap()
const held = history.journal.entries().length
const { bytes } = history
history.forget()
const empty = heap()
process.stdout.write(
  JSON.stringify({
    stored: held,
    bytes,
    heap: full - empty,
    ratio: +(bytes / (full - empty)).toFixed(2),
    each: Math.round((full - empty) / held),
    aliases,
  }),
)
