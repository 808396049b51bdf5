import { actionNames, actionRow, type ActionName } from '../../../contract/actions.ts'
import { ActionError } from '../../../contract/control/action-error.ts'
import { choiceIds, choiceRow } from '../../../contract/choices/choices.ts'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import type { Account } from '../../../core/account/account.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { readPackageJson } from '../../../package-files.ts'
import { readOpenapi } from '../openapi.ts'
import type { Handlers } from '../route.ts'
import { checkScenarioText } from '../scenario-check.ts'

/** What a client can look up: scenarios, choices, actions and the OpenAPI document. */
export const catalogHandlers = {
  'GET scenarios': ({ sandbox }) => ({
    body: { scenarios: sandbox.scenarioNames().map((name) => scenarioCard(sandbox, name)) },
  }),
  'GET scenarios/:name': ({ sandbox, params }) => {
    const scenario = sandbox.findScenario(params.name)
    if (!scenario) throw new ActionError(404, `scenario ${formatValue(params.name)} does not exist`)
    return { body: { ...scenarioCard(sandbox, params.name), scenario } }
  },
  'POST scenarios/check': checkScenarioText,
  'GET choices': ({ account }) => ({
    body: { choices: choiceIds.map((id) => choiceView(account, id)) },
  }),
  'GET actions': () => ({ body: { actions: actionViews() } }),
  'GET openapi.json': ({ query }) => ({ body: readOpenapi(query.read('api')) }),
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

function actionViews() {
  // The build generates these JSON Schemas from the action table.
  const schemas = readPackageJson('generated/actions.json') as Record<
    ActionName,
    Record<string, unknown>
  >
  return actionNames.map((name) => {
    const { group, summary, source } = actionRow(name)
    return { name, group, summary, ...(source && { source }), arguments: schemas[name] }
  })
}
