import { ActionError } from '../../../contract/control/action-error.ts'
import { choiceIds, choiceRow } from '../../../contract/choices/choices.ts'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import type { Account } from '../../../core/account/account.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { readPackageJson } from '../../../package-files.ts'
import { openapiNames, readOpenapi } from '../openapi.ts'
import { wordOf } from '../query.ts'
import type { Route } from '../route.ts'
import { checkScenarioText } from '../scenario-check.ts'

/** What a client can look up: scenarios, choices, actions and the OpenAPI document. */
export const catalogRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'scenarios',
    scope: 'sandbox',
    summary: 'List all scenarios',
    answer: ({ sandbox }) => ({
      body: { scenarios: sandbox.scenarioNames().map((name) => scenarioCard(sandbox, name)) },
    }),
  },
  {
    method: 'GET',
    path: 'scenarios/:name',
    scope: 'sandbox',
    summary: 'Get one scenario with its full content',
    answer: ({ sandbox, params }) => {
      const scenario = sandbox.findScenario(params['name']!)
      if (!scenario)
        throw new ActionError(404, `scenario ${formatValue(params['name'])} does not exist`)
      return { body: { ...scenarioCard(sandbox, params['name']!), scenario } }
    },
  },
  {
    method: 'POST',
    path: 'scenarios/check',
    scope: 'sandbox',
    isRead: true,
    summary:
      'Check the text of a scenario (YAML or JSON); 400 lists the errors with line and column',
    answer: checkScenarioText,
  },
  {
    method: 'GET',
    path: 'choices',
    scope: 'account',
    summary: 'List the choices: what the sandbox does where the API document is silent',
    answer: ({ account }) => ({
      body: { choices: choiceIds.map((id) => choiceView(account, id)) },
    }),
  },
  {
    method: 'GET',
    path: 'actions',
    scope: 'sandbox',
    summary: 'List all actions with the JSON Schema of their arguments',
    answer: () => ({ body: { actions: readPackageJson('generated/actions.json') } }),
  },
  {
    method: 'GET',
    path: 'openapi.json',
    scope: 'sandbox',
    parameters: ['api'],
    summary: 'Get the OpenAPI document (api=v1: only the part for /v1)',
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
    fixed: Object.hasOwn(account.host.overrides.choices ?? {}, id),
    alternatives,
    ...(also && { also: also.what }),
  }
}
