import { fileURLToPath } from 'node:url'
import { loadScenarioFolder } from '../src/scenario/load.ts'

/** The scenarios of the package, read from their source files. */
export function shippedScenarios() {
  return loadScenarioFolder(fileURLToPath(new URL('../scenarios', import.meta.url)))
}
