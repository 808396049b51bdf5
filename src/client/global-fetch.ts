import type { Fetch } from './client-options.ts'

/** Sends requests of a browser. The page that carries its own sandbox does without. */
export const globalFetch: Fetch = (address, init) => fetch(address, init)
