import { actionNames, actionRow } from '../../../contract/actions.ts'
import { ActionError } from '../../../contract/action-error.ts'
import { choiceIds, choiceRow } from '../../../contract/choices.ts'
import { formatValue } from '../../../contract/invalid-choice.ts'
import type { Account } from '../../../core/account/account.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { readPackageJson } from '../../../package-files.ts'
import { openapiNames, readOpenapi } from '../openapi.ts'
import { wordOf } from '../query.ts'
import type { Route } from '../route.ts'
import { checkScenarioText } from '../scenario-check.ts'

/** What this sandbox knows: scenarios, choices, actions and its own OpenAPI document. */
export const catalogRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'scenarios',
    scope: 'sandbox',
    summary: 'Every scenario that accounts can start in',
    answer: ({ sandbox }) => ({
      body: { scenarios: sandbox.scenarioNames().map((name) => scenarioCard(sandbox, name)) },
    }),
  },
  {
    method: 'GET',
    path: 'scenarios/:name',
    scope: 'sandbox',
    summary: 'One scenario, whole',
    answer: ({ sandbox, params }) => {
      const scenario = sandbox.findScenario(params['name']!)
      if (!scenario)
        throw new ActionError(404, `there is no scenario ${formatValue(params['name'])}`)
      return { body: { ...scenarioCard(sandbox, params['name']!), scenario } }
    },
  },
  {
    method: 'POST',
    path: 'scenarios/check',
    scope: 'sandbox',
    isRead: true,
    summary: 'Is this text (YAML or JSON) a scenario? 400 says what is wrong and where',
    answer: checkScenarioText,
  },
  {
    method: 'GET',
    path: 'choices',
    scope: 'account',
    summary: 'What is done where the document is silent',
    answer: ({ account }) => ({
      body: { choices: choiceIds.map((id) => choiceView(account, id)) },
    }),
  },
  {
    method: 'GET',
    path: 'actions',
    scope: 'sandbox',
    summary: 'Every action with the JSON Schema of its arguments',
    answer: () => ({ body: { actions: actionViews() } }),
  },
  {
    method: 'GET',
    path: 'openapi.json',
    scope: 'sandbox',
    parameters: ['api'],
    summary: 'The OpenAPI document of all this (api=v1: of /v1 alone)',
    answer: ({ query }) => ({ body: readOpenapi(wordOf(query, 'api', openapiNames)) }),
  },
]

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
    alternatives,
    ...(also && { also: also.what }),
  }
}

function actionViews() {
  // JSON Schemas of the arguments, made from the action table when the package was built.
  const schemas = readPackageJson('generated/actions.json') as Record<string, object>
  return actionNames.map((name) => {
    const { group, summary, source } = actionRow(name)
    return { name, group, summary, ...(source && { source }), arguments: schemas[name] }
  })
}
