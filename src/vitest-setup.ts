import type { TestProject } from 'vitest/node'
import { openRunSandbox } from './library/run-sandbox.ts'

/**
 * `alias-sandbox/vitest/setup`: starts one sandbox for all test files of a run.
 *
 * @example
 * // vitest.config.ts
 * export default defineConfig({ test: { globalSetup: ['alias-sandbox/vitest/setup'] } })
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await openRunSandbox()
  project.provide('aliasSandboxUrl', url)
  return close
}
