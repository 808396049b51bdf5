// Fastify as people write it by hand: the checks of the sandbox in the same order, schemas for requests and
// responses, everything in memory, without faults, reasons and a journal.
import { randomInt } from 'node:crypto'
import Fastify from 'fastify'
import sortedBtree from 'sorted-btree'
import { makeAliases } from './aliases.js'
import { reportReady } from './listen.js'

const { default: BTree } = sortedBtree
const KEY = 'sandbox_default'
const DOMAIN = 'alias-sandbox.example'
const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
// Counted like real limits, but never reached.
const BURST_LIMIT = Infinity
const DAILY_LIMIT = Infinity

const text = { type: 'string', default: '' }
const newAlias = {
  type: 'object',
  properties: {
    label: text,
    note: text,
    source: text,
    category: text,
    single_use: { type: 'boolean', default: false },
    expires_at: { type: 'integer' },
  },
}
const pageRequest = {
  type: 'object',
  properties: {
    limit: { type: 'string', pattern: '^([1-9]\\d?|100)$', default: '20' },
    last_key: { type: 'string' },
  },
}
const alias = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    address: { type: 'string' },
    status: { type: 'string' },
    created_at: { type: 'integer' },
    forward_count: { type: 'integer' },
    note: { type: 'string' },
    source: { type: 'string' },
    label: { type: 'string' },
    category: { type: 'string' },
    single_use: { type: 'boolean' },
    expires_at: { type: ['integer', 'null'] },
  },
}
const created = { type: 'object', properties: { alias } }
const page = {
  type: 'object',
  properties: {
    aliases: { type: 'array', items: alias },
    next_cursor: { type: ['string', 'null'] },
    has_more: { type: 'boolean' },
  },
}

const aliases = new BTree(makeAliases(1_000).map((made) => [made.id, made]))
const burst = { used: 0, resetsAt: 0 }
const daily = { used: 0, day: 0 }

const app = Fastify({ bodyLimit: 102_400, ajv: { customOptions: { coerceTypes: false } } })

app.setErrorHandler((error, _request, reply) =>
  refuse(reply, error.statusCode ?? 500, error.message),
)
app.addHook('onRequest', (request, reply, done) => {
  const bearer = /^bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== KEY) return refuse(reply, 401, 'The API key is not valid.')
  const now = Date.now()
  if (now >= burst.resetsAt) Object.assign(burst, { used: 0, resetsAt: now + MINUTE_MS })
  if (burst.used >= BURST_LIMIT) {
    reply.header('Retry-After', Math.ceil((burst.resetsAt - now) / 1_000))
    return refuse(reply, 429, 'Burst limit exceeded.')
  }
  burst.used += 1
  done()
})

app.get(
  '/v1/aliases',
  { schema: { querystring: pageRequest, response: { 200: page } } },
  (request, reply) => {
    const limit = Number(request.query.limit)
    const last = fromCursor(request.query.last_key)
    if (last === null) return refuse(reply, 400, 'last_key is not a next_cursor.')
    const found = []
    // One more than the limit, to find out whether another page follows.
    for (const [id, each] of aliases.entries(last)) {
      if (id !== last) found.push(each)
      if (found.length > limit) break
    }
    const hasMore = found.length > limit
    if (hasMore) found.pop()
    const cursor = hasMore ? Buffer.from(found.at(-1).id).toString('base64url') : null
    reply.send({ aliases: found, next_cursor: cursor, has_more: hasMore })
  },
)

app.post(
  '/v1/aliases',
  { schema: { body: newAlias, response: { 200: created } } },
  (request, reply) => {
    const { label, note, source, category, single_use, expires_at = null } = request.body
    const now = Date.now()
    const ahead = expires_at === null ? DAY_MS : expires_at * 1_000 - now
    if (ahead < 5 * MINUTE_MS || ahead > 366 * DAY_MS) {
      return refuse(reply, 400, 'expires_at must be 5 minutes to 366 days from now.')
    }
    const day = Math.floor(now / DAY_MS)
    if (day !== daily.day) Object.assign(daily, { used: 0, day })
    if (daily.used >= DAILY_LIMIT) return refuse(reply, 429, 'Daily limit exceeded.')
    const made = {
      id: '',
      address: '',
      status: 'active',
      created_at: Math.floor(now / 1_000),
      forward_count: 0,
      note,
      source,
      label,
      category,
      single_use,
      expires_at,
    }
    if (!addWithFreeId(made)) return refuse(reply, 409, 'No free address was found; try again.')
    daily.used += 1
    reply.send({ alias: made })
  },
)

/** Draws an id until it is free, three times at most, as the API does. */
function addWithFreeId(made) {
  for (let draws = 0; draws < 3; draws += 1) {
    made.id = drawId()
    made.address = `${made.id}@${DOMAIN}`
    if (aliases.set(made.id, made, false)) return true // not overwritten, so it was free
  }
  return false
}

function drawId() {
  let id = ''
  for (let length = 0; length < 10; length += 1) {
    id += LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]
  }
  return id
}

/** Returns the id in a cursor, undefined without one, and null for any other text. */
function fromCursor(cursor) {
  if (cursor === undefined) return undefined
  const id = Buffer.from(cursor, 'base64url').toString()
  return aliases.has(id) ? id : null
}

function refuse(reply, status, message) {
  reply.code(status).send({ message })
}

await app.listen({ host: '127.0.0.1', port: 0 })
reportReady(app.server.address().port)
