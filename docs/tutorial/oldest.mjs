// Creates two aliases, then takes the first of the list for the older one.
import assert from 'node:assert/strict'

const base = process.env.ALIAS_SANDBOX_URL
const headers = { authorization: `Bearer ${process.env.ALIAS_SANDBOX_API_KEY}` }
const call = async (init = {}) => (await fetch(`${base}/v1/aliases`, { headers, ...init })).json()

const { alias: oldest } = await call({ method: 'POST' })
await call({ method: 'POST' })
const { aliases } = await call()
assert.equal(aliases[0].id, oldest.id, 'the first alias of the list is the oldest')
