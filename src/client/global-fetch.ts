import type { Fetch } from './client-options.ts'

/** Sends requests over the network. The page that carries its own sandbox does without. */
export const globalFetch: Fetch = (address, init) => fetch(address, init)
