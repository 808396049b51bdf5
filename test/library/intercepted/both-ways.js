import { received } from './received.js'

const options = { seed: 7, now: '2026-03-01T12:00:00Z', frozen: true }

/**
 * What a client gets from a sandbox with a fault, and what the sandbox itself says of it: asked through what intercepts
 * requests, and asked directly. `intercept` takes a sandbox and returns a way to send to it, and one to end that.
 */
export async function bothWays({ createSandbox, intercept, fault: [kind, given], url }) {
  const directly = (sandbox) => ({ fetch: sandbox.fetch, end() {} })
  const outcomes = []
  for (const way of [intercept, directly]) {
    const sandbox = createSandbox(options)
    const { defaultAccount: account, apiKey } = sandbox
    const { fetch, end } = await way(sandbox)
    await account.fail(kind, given)
    const left = new AbortController()
    const target = way === intercept ? url : sandbox.url
    const answered = received({ fetch, url: target, apiKey, signal: left.signal })
    await account.waitForRequest()
    if (kind === 'hang') left.abort()
    const got = await answered
    outcomes.push({ got, entries: await facts(account), aliases: (await account.aliases()).length })
    await end()
    await sandbox.close()
  }
  return outcomes
}

/** The facts of the requests, once all have ended. */
async function facts(account) {
  const entries = await account.requests()
  if (entries.some(({ ended_at: endedAt }) => endedAt === null)) return facts(account)
  return entries.map(({ outcome, delivery, client_left: clientLeft, request, response }) => ({
    outcome,
    delivery,
    clientLeft,
    path: request.path,
    body: request.body,
    response,
  }))
}
