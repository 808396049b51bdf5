import { openRunSandbox, type RunSandbox } from './run-sandbox.ts'

let running: RunSandbox | undefined

/**
 * `alias-sandbox/jest` as Jest's `globalSetup`: starts one sandbox for all test files of a run, which find
 * it by `ALIAS_SANDBOX_URL`. `alias-sandbox/jest/teardown` closes it.
 */
export async function setup(): Promise<void> {
  running ??= await openRunSandbox()
}

/** Closes the sandbox that `setup` has started. */
export async function teardown(): Promise<void> {
  await running?.close()
  running = undefined
}
