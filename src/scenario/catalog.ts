import { invalidChoice } from '../contract/fields.ts'
import type { NamedScenario, Scenario } from '../contract/scenario.ts'
import { readPackageJson } from '../package-files.ts'
import { mergeNamed } from './merge.ts'

/** Scenarios by name. */
export class ScenarioCatalog {
  readonly #scenarios: Map<string, Scenario>

  constructor(scenarios: readonly NamedScenario[]) {
    this.#scenarios = new Map(scenarios.map(({ name, scenario }) => [name, scenario]))
  }

  find(name: string): Scenario | undefined {
    return this.#scenarios.get(name)
  }

  /** Adds a scenario, so that keys and actions can name it too; one of the same name gives way. */
  put({ name, scenario }: NamedScenario): void {
    this.#scenarios.set(name, scenario)
  }

  names(): string[] {
    return [...this.#scenarios.keys()]
  }
}

/** The shipped scenarios, which were checked and turned into JSON when the package was built. */
export function shippedScenarios(): NamedScenario[] {
  return readPackageJson('generated/scenarios.json') as NamedScenario[]
}

/** The shipped scenarios, and those of a folder, which win where names are the same. */
export async function loadCatalog(folder?: string): Promise<ScenarioCatalog> {
  if (folder === undefined) return new ScenarioCatalog(shippedScenarios())
  const { loadScenarioFolder } = await import('./load.ts')
  return new ScenarioCatalog([...shippedScenarios(), ...loadScenarioFolder(folder)])
}

/**
 * One scenario from several words, each a name or a path; later ones win key by key. What is given
 * by path is on the shelf from then on.
 * @throws ScenarioError when one is broken or they contradict each other, RangeError when one is not known.
 */
export async function chooseScenario(
  catalog: ScenarioCatalog,
  words: readonly string[],
): Promise<NamedScenario> {
  const chosen: NamedScenario[] = []
  for (const word of words) {
    const scenario = catalog.find(word)
    if (scenario) chosen.push({ name: word, scenario })
    else chosen.push(await loadOrRefuse(word, catalog))
  }
  return mergeNamed(chosen)
}

async function loadOrRefuse(word: string, catalog: ScenarioCatalog): Promise<NamedScenario> {
  // The YAML parser is loaded only here: shipped scenarios need none.
  const { isScenarioPath, loadScenarioFile } = await import('./load.ts')
  if (isScenarioPath(word)) {
    const loaded = loadScenarioFile(word)
    catalog.put(loaded)
    return loaded
  }
  throw new RangeError(`scenario: ${invalidChoice(word, catalog.names())}`)
}
