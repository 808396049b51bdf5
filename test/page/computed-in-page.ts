import { computed } from './computed.ts'

/** The computations of a page, for the tests to call. */
Object.assign(globalThis, { computed })
