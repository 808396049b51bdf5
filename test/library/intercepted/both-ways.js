import { makeClient } from './client.js'

const options = { seed: 7, now: '2026-03-01T12:00:00Z', frozen: true }

/**
 * What a client gets from a sandbox with a fault, and what the sandbox itself says of it: asked through what intercepts
 * its requests, and asked directly. `intercept` returns such a client of a sandbox, with an `end`.
 */
export async function bothWays({ createSandbox, intercept, fault }) {
  const outcomes = []
  for (const toClient of [intercept, makeClient]) {
    const sandbox = createSandbox(options)
    outcomes.push(await outcomeOf(sandbox, await toClient(sandbox), fault))
    await sandbox.close()
  }
  return outcomes
}

async function outcomeOf({ defaultAccount: account }, { received, leave, end }, [kind, given]) {
  await account.fail(kind, given)
  const answer = received()
  await account.waitForRequest()
  if (kind === 'hang') await leave()
  const got = await answer
  const outcome = { got, entries: await facts(account), aliases: (await account.aliases()).length }
  await end?.()
  return outcome
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
