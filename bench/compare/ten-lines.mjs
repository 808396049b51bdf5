import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

const url = `${process.env.ALIAS_SANDBOX_URL}/v1/aliases`
const auth = `Bearer ${process.env.ALIAS_SANDBOX_API_KEY}`
const db = []
const text = { label: '', note: '', source: '', category: '' }
const state = { status: 'active', created_at: 1767225600, forward_count: 0 }
const blank = { ...text, ...state, single_use: false, expires_at: null }
const mint = (id) => ({ ...blank, id, address: `${id}@alias.test` })
const fail = (status, message) => HttpResponse.json({ message }, { status })

// other errors: server.use(http.post(url, () => ..., { once: true })) in the test
export const server = setupServer(
  http.all(url, ({ request }) => {
    if (request.headers.get('authorization') !== auth) return fail(401, 'Invalid API key')
  }),
  http.post(url, async ({ request }) => {
    if (db.length >= 50) return fail(429, 'Daily alias creation cap exceeded')
    db.push({ ...mint(crypto.randomUUID()), ...(await request.json().catch(() => ({}))) })
    return HttpResponse.json({ alias: db.at(-1) })
  }),
  http.get(url, ({ request }) => {
    const { limit = 20, last_key: from = 0 } = Object.fromEntries(new URL(request.url).searchParams)
    const end = Number(from) + Number(limit)
    const next_cursor = end < db.length ? String(end) : null
    return HttpResponse.json({ aliases: db.slice(from, end), next_cursor, has_more: !!next_cursor })
  }),
)

server.listen({ onUnhandledRequest: 'error' })
