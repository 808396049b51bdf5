/** The beginning of each client: `call(path, init)` sends a request and returns the response. */
const head = `const call = (path, init = {}) => fetch(process.env.ALIAS_SANDBOX_URL + path, {
    headers: {
      authorization: 'Bearer ' + process.env.ALIAS_SANDBOX_API_KEY,
      ...(init.body && { 'content-type': 'application/json' }),
    },
    ...init,
  })
  const create = () => call('/v1/aliases', { method: 'POST', body: '{"label":"shop"}' })
  const list = async () => {
    const response = await call('/v1/aliases')
    if (!response.ok) throw new Error('list: ' + response.status)
    return response.json()
  }`

/** A client as the command after `--`. */
export function client(text: string): string[] {
  return ['--', process.execPath, '--input-type=module', '-e', `${head}\n${text}`]
}

/** Creates an alias, and creates it again when no answer came. */
export const createsAgainText = `
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      const response = await create()
      if (!response.ok) process.exit(3)
      break
    } catch { if (attempt === 2) process.exit(3) }
  }`
export const createsAgain = client(createsAgainText)

/** Creates an alias, but looks whether it is there before it creates another one. */
export const looksFirst = client(`
  try {
    const response = await create()
    if (!response.ok) process.exit(3)
  } catch {
    const { aliases } = await list().catch(() => process.exit(3))
    if (!aliases.some(({ label }) => label === 'shop')) process.exit(3)
  }`)

/** Prints how many aliases there are, and reads one page only. */
export const countsOnePage = client(`
  const { aliases } = await list().catch(() => process.exit(3))
  console.log(aliases.length)`)

export const failsAlways = client(`
  await list()
  console.error('no database')
  process.exit(7)`)

export const callsNobody = client(`console.log('nothing to do')`)
