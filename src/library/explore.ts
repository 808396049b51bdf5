import type { Exploration } from './explore/explore-client.ts'
import type { ClientFunction } from './explore/client-function.ts'
import type { ExploreOptions } from './explore/options.ts'

/**
 * Looks for the smallest scenarios that break a client: it runs the function again and again, each time in
 * an account of its own, in which something else goes wrong. Runs overlap, and their waits take real time. What the
 * function throws is its failure; an error of an assertion library means that it ended well with a wrong result.
 *
 * @throws ExploreError that tells the scenarios, unless `throw` is false; SandboxError `bad_argument` for an
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
  return exploreClient(client, options)
}
