import { ActionError } from '../../../contract/control/action-error.ts'
import type { ActionView } from '../../../contract/control/control-shapes.ts'
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
  // The build makes them from the table of actions.
  'GET actions': () => ({
    body: { actions: readPackageJson('generated/actions.json') as ActionView[] },
  }),
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
