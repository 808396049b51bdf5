import { unknownScenario, type NamedScenario } from '../../contract/scenario/scenario.ts'
import { ScenarioCatalog } from '../../scenario/catalog.ts'
import { mergeNamed } from '../../scenario/merge.ts'
import { loadPackageFile } from './package-files.ts'

/** The shipped scenarios; the build checked them. */
export function shippedScenarios(): NamedScenario[] {
  return (loadPackageFile('generated/facts.json') as { scenarios: NamedScenario[] }).scenarios
}

/** The shipped scenarios and those of a folder, which replace shipped ones of the same name. */
export async function loadCatalog(folder?: string): Promise<ScenarioCatalog> {
  if (folder === undefined) return new ScenarioCatalog(shippedScenarios())
  const { loadScenarioFolder } = await import('./scenario-files.ts')
  return new ScenarioCatalog([...shippedScenarios(), ...loadScenarioFolder(folder)])
}

/**
 * Merges scenarios given as names or paths; later ones win key by key. A scenario loaded from a
 * path is added to the catalog.
 * @throws ScenarioError when one is invalid or they contradict each other, RangeError for an
 * unknown name.
 */
export async function chooseScenario(
  catalog: ScenarioCatalog,
  words: readonly string[],
): Promise<NamedScenario> {
  const chosen: NamedScenario[] = []
  for (const word of words) {
    const scenario = catalog.find(word)
    if (scenario) chosen.push({ name: word, scenario })
    else chosen.push(await loadFile(word, catalog))
  }
  return mergeNamed(chosen)
}

async function loadFile(word: string, catalog: ScenarioCatalog): Promise<NamedScenario> {
  // Imported here because shipped scenarios do not need the YAML parser.
  const { isScenarioPath, loadScenarioFile } = await import('./scenario-files.ts')
  if (isScenarioPath(word)) {
    const loaded = loadScenarioFile(word)
    catalog.put(loaded)
    return loaded
  }
  throw new RangeError(unknownScenario(word, catalog.names()))
}
