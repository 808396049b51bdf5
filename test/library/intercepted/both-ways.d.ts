import type { FetchSandbox } from '../../../src/fetch.ts'

type Way = {
  received: () => Promise<unknown>
  leave: () => unknown
  end?: () => unknown
}
type Got = { got: unknown; entries: unknown; aliases: number }

export function bothWays(given: {
  createSandbox: (options: object) => FetchSandbox
  intercept: (sandbox: FetchSandbox) => Way | Promise<Way>
  fault: readonly [kind: string, given: object]
}): Promise<readonly [through: Got, directly: Got]>
