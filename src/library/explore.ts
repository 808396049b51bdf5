import type { Exploration } from './explore/explore-client.ts'
import type { ClientFunction } from './explore/in-process-client.ts'
import type { ExploreOptions } from './explore/options.ts'

/** Explorations of a process share its time, so one begins when the one before has ended. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Looks for the smallest stories that break a client: it runs the function again and again, each time in
 * an account of its own, in which something else goes wrong. What the function throws is its failure; an
 * error of an assertion library means that it ended well with a wrong result.
 *
 * @throws ExploreError that tells the stories, unless `throw` is false; SandboxError `bad_argument` for an
 * invalid option, `failed` when the client fails even if nothing goes wrong.
 * @example
 * await explore(async (account) => {
 *   const client = new MyClient(account.url, account.apiKey)
 *   await client.create({ label: 'shop' })
 *   expect(await client.list()).toHaveLength((await account.aliases()).length)
 * })
 */
export async function explore(
  client: ClientFunction,
  options: ExploreOptions = {},
): Promise<Exploration> {
  const { exploreClient } = await import('./explore/explore-client.ts')
  const exploration = last.then(() => exploreClient(client, options))
  last = exploration.catch(() => {})
  return exploration
}
