import type { NamedScenario, Scenario } from '../contract/scenario/scenario.ts'

/** Scenarios by name. */
export class ScenarioCatalog {
  readonly #scenarios: Map<string, Scenario>

  constructor(scenarios: readonly NamedScenario[]) {
    this.#scenarios = new Map(scenarios.map(({ name, scenario }) => [name, scenario]))
  }

  find(name: string): Scenario | undefined {
    return this.#scenarios.get(name)
  }

  /** Adds a scenario so that keys and actions can refer to it; it replaces one of the same name. */
  put({ name, scenario }: NamedScenario): void {
    this.#scenarios.set(name, scenario)
  }

  names(): string[] {
    return [...this.#scenarios.keys()]
  }
}
