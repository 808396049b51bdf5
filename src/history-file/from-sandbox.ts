import type { HistoryFile } from '../contract/history-file.ts'
import type { Scenario } from '../contract/scenario.ts'
import type { Account } from '../core/account/account.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { fromAccount } from './from-account.ts'
import { maskSecrets } from './mask-secrets.ts'
import { historyHeader } from './write.ts'

/**
 * The histories of these accounts as a file, up to the entry with the order `untilOrder`. No key of another
 * service stands in it.
 */
export function toHistoryFile(
  sandbox: Sandbox,
  accounts: readonly Account[],
  { version, untilOrder = Infinity }: { version: string; untilOrder?: number | undefined },
): HistoryFile {
  return maskSecrets({
    ...historyHeader(version),
    overrides: sandbox.overrides,
    ...scenariosOf(sandbox, accounts),
    accounts: accounts.flatMap((account) => fromAccount(account, untilOrder) ?? []),
  })
}

/** The scenarios that the accounts have loaded by name; with the names of all, if they asked for another one. */
function scenariosOf(
  sandbox: Sandbox,
  accounts: readonly Account[],
): Pick<HistoryFile, 'scenarios' | 'scenario_names'> {
  const scenarios: Record<string, Scenario> = {}
  let hasAskedForOther = false
  for (const { history } of accounts) {
    for (const entry of history.entries()) {
      if (entry.type !== 'action' || entry.action !== 'load_scenario') continue
      const { scenario: name } = (entry.arguments ?? {}) as { scenario?: unknown }
      if (typeof name !== 'string') continue
      const found = sandbox.findScenario(name)
      if (found === undefined) hasAskedForOther = true
      else scenarios[name] = found
    }
  }
  return { scenarios, ...(hasAskedForOther && { scenario_names: sandbox.scenarioNames() }) }
}
