import { ActionError } from '../../contract/control/action-error.ts'
import { choiceIds, choiceRow } from '../../contract/choices/choices.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import type { Account } from '../../core/account/account.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import type { Handlers } from '../route.ts'
import { checkScenarioText } from '../scenario-check.ts'

/** All that a client can look up: documents, scenarios, and what an account does where the API document is silent. */
export const catalogHandlers = {
  'POST scenarios/check': checkScenarioText,
  'GET actions': async ({ parts }) => ({ body: { actions: await parts.documents.actions() } }),
  'GET openapi.json': async ({ parts, query }) => ({
    body: (await parts.documents.openapi(query.read('api'))) as Record<string, unknown>,
  }),
  'GET scenarios': ({ sandbox }) => ({
    body: { scenarios: sandbox.scenarioNames().map((name) => scenarioCard(sandbox, name)) },
  }),
  'GET scenarios/:name': ({ sandbox, params }) => {
    const scenario = sandbox.findScenario(params.name)
    if (!scenario) throw new ActionError(404, `scenario ${formatValue(params.name)} does not exist`)
    return { body: { ...scenarioCard(sandbox, params.name), scenario } }
  },
  'GET choices': ({ account }) => ({
    body: { choices: choiceIds.map((id) => choiceView(account, id)) },
  }),
} satisfies Partial<Handlers>

function scenarioCard(sandbox: Sandbox, name: string) {
  const { title = name, summary = '' } = sandbox.findScenario(name) ?? {}
  return { name, title, summary, key: `sandbox_${name}` }
}

function choiceView(account: Account, id: (typeof choiceIds)[number]) {
  const { question, source, default: standard, alternatives, also } = choiceRow(id)
  return {
    id,
    question,
    source,
    value: account.choices[id],
    default: standard,
    fixed: Object.hasOwn(account.host.overrides.choices ?? {}, id),
    alternatives: [...alternatives],
    ...(also && { also: also.what }),
  }
}
