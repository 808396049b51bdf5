import { ownHttpFetch } from './http-fetch.ts'
import type { Fetch } from './client-options.ts'

/**
 * Sends requests over connections of its own, never over those of the client under test: the report counts the
 * connections that carry its requests. A browser has no others.
 */
export const ownFetch: Fetch = (address, init) => {
  const { process } = globalThis as { process?: { getBuiltinModule?: unknown } }
  return process?.getBuiltinModule ? ownHttpFetch(address, init) : fetch(address, init)
}
