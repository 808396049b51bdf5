// A client as one writes it in a hurry. Creates an alias, then counts all of them.
const base = process.env.ALIAS_SANDBOX_URL
const headers = { authorization: `Bearer ${process.env.ALIAS_SANDBOX_API_KEY}` }

async function call(path, init = {}) {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const response = await fetch(base + path, { headers, ...init })
    if (response.ok) return response.json()
  }
  throw new Error(`${path} failed three times`)
}

await call('/v1/aliases', { method: 'POST' })

let count = 0
let cursor = ''
for (let page = 1; page <= 20; page += 1) {
  const { aliases, next_cursor } = await call(`/v1/aliases?next_cursor=${cursor}`)
  count += aliases.length
  if (next_cursor === null) break
  cursor = next_cursor
}
console.log(`${count} aliases`)
