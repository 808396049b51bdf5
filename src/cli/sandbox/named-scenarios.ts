import type { ScenarioCatalog } from '../../scenario/catalog.ts'
import { usageError } from '../output/failure.ts'
import { unknownWord } from '../output/wrong-value.ts'

/** @throws Failure for the first name that no scenario has */
export function requireScenarios(
  catalog: ScenarioCatalog,
  names: readonly string[],
  label: string,
): void {
  const unknown = names.find((name) => !catalog.find(name))
  if (unknown === undefined) return
  const known = catalog.names()
  throw usageError(unknownWord('scenario', unknown, { known, listedBy: 'scenarios', label }))
}
