// Loaded before a client by `node --import`: the handlers of MSW answer it in its own process. CONDITION says what the
// test arranges; at the end, the aliases that the mock has are written to descriptor 3.
import { writeSync } from 'node:fs'
import { http, HttpResponse } from 'msw'
import { server } from './ten-lines.mjs'

const { ALIAS_SANDBOX_URL, ALIAS_SANDBOX_API_KEY, CONDITION } = process.env
const url = `${ALIAS_SANDBOX_URL}/v1/aliases`
const headers = { authorization: `Bearer ${ALIAS_SANDBOX_API_KEY}` }
const { older = 0, error } = JSON.parse(CONDITION)

for (let number = 1; number <= older; number += 1) {
  const body = JSON.stringify({ label: `older ${number}` })
  await fetch(url, { method: 'POST', headers, body })
}
if (error) server.use(http.all(url, () => toResponse(error), { once: error.isOnce }))
process.once('beforeExit', () => void tellAliases())

async function tellAliases() {
  server.resetHandlers()
  writeSync(3, JSON.stringify(await list()))
}

function toResponse({ status, body, hasWait }) {
  if (status === undefined) return HttpResponse.error()
  return HttpResponse.json(body, { status, headers: hasWait ? { 'retry-after': '1' } : {} })
}

async function list(cursor) {
  const query = cursor === undefined ? '' : `?last_key=${cursor}`
  const page = await (await fetch(url + query, { headers })).json()
  return page.has_more ? [...page.aliases, ...(await list(page.next_cursor))] : page.aliases
}
