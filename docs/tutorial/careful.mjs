// The same client with care: it waits as it is told, tries again only where that helps, and passes
// the cursor back unchanged.
const base = process.env.ALIAS_SANDBOX_URL
const headers = { authorization: `Bearer ${process.env.ALIAS_SANDBOX_API_KEY}` }
const seconds = (count) => new Promise((resolve) => setTimeout(resolve, count * 1_000))

async function call(path, init = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(base + path, { headers, ...init })
    if (response.ok) return response.json()
    const wait = response.headers.get('retry-after')
    const mayHelp = wait !== null || response.status === 409
    if (!mayHelp || attempt === 5) throw new Error(`${response.status} ${await response.text()}`)
    await seconds(Number(wait ?? 0))
  }
}

await call('/v1/aliases', { method: 'POST' })

let count = 0
let query = ''
for (;;) {
  const { aliases, next_cursor } = await call(`/v1/aliases${query}`)
  count += aliases.length
  if (next_cursor === null) break
  query = `?last_key=${encodeURIComponent(next_cursor)}`
}
console.log(`${count} aliases`)
