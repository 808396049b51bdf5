// Makes each call once and reports whatever is not a success, as a button in a settings page does: the user
// tries again. The document says that retrying after Retry-After is correct, not that a client must do it, so
// this one is measured with `--without gives_up`.
const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env

async function call(path, alias) {
  const response = await fetch(url + path, {
    method: alias ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      ...(alias && { 'content-type': 'application/json' }),
    },
    body: alias && JSON.stringify(alias),
    signal: AbortSignal.timeout(15_000),
  }).catch((error) => report(`no answer (${error.message}); look at the list before you try again`))
  const body = await response.json().catch(() => report('the answer did not arrive whole'))
  if (response.ok) return body
  const wait = response.headers.get('retry-after')
  return report(`${body.code ?? body.message}${wait ? `; try again in ${wait} s` : ''}`)
}

function report(problem) {
  console.error(`Sorry: ${problem}`)
  process.exit(1)
}

await call('/v1/aliases', { label: 'newsletter' })
await call('/v1/aliases', { label: 'guest', single_use: true })
let cursor = null
do {
  const query = cursor === null ? '' : `?${new URLSearchParams({ last_key: cursor })}`
  const page = await call(`/v1/aliases${query}`)
  for (const { address, label } of page.aliases) console.log(`${address} ${label}`)
  cursor = page.next_cursor
} while (cursor !== null)
