import { ALIASES_PATH } from '../../contract/operations.ts'
import { predict } from '../../core/calls/handle-call.ts'
import { checkKey } from '../../core/account/keys.ts'
import type { RunningSandbox, StartOptions } from '../../node/start.ts'
import { defaults } from '../../contract/defaults.ts'
import { printable } from '../../text/escape.ts'
import type { Paint } from '../output/paint.ts'
import { toReady } from './ready.ts'
import { findRecoveryCommands } from './recovery-commands.ts'

/** The text below the ready line: a call to try, its response, and the commands that fix an error. */
export function toBanner(settings: StartOptions, running: RunningSandbox, paint: Paint): string {
  const { sandbox, url, port } = running
  const { api_key: apiKey, scenario: name } = toReady(running, settings)
  const scenario = running.continued ? (settings.catalog.find(name) ?? {}) : settings.start.scenario
  const account = sandbox.account('default')
  const { response } = predict(account, 'create', checkKey(account, apiKey))
  const isMade = response.status === 200
  const lines = [
    '',
    `  ${paint('bold', printable(scenario.title ?? name))}`,
    ...(scenario.summary === undefined ? [] : [`  ${printable(scenario.summary, 2_000)}`]),
    ...(settings.db === undefined ? [] : [`  ${storedIn(settings.db, running)}`]),
    '',
    ...(settings.ui ? [`  Dashboard:  ${url}/_sandbox/`] : []),
    ...(running.smtpUrl === undefined ? [] : [`  Mail:       ${running.smtpUrl}`]),
    `  Try:        curl -i -X POST ${url}${ALIASES_PATH} -H "Authorization: Bearer ${apiKey}"`,
    `  Response:   ${response.status}${retryAfter(response.headers)} ${isMade ? '{"alias":{…}}' : response.body}`,
  ]
  const recoveryCommands = isMade ? undefined : findRecoveryCommands(scenario.expect ?? [])
  if (recoveryCommands) {
    const where = port === defaults.port ? '' : ` --url ${url}`
    const [first, ...more] = recoveryCommands.map(
      (command) => `npx alias-sandbox ${command}${where}`,
    )
    lines.push(`  To fix it:  ${first}`, ...more.map((command) => `              ${command}`))
  }
  return `${[...lines, '', `  ${paint('dim', 'Press Ctrl-C to stop. Requests:')}`].join('\n')}\n`
}

function storedIn(file: string, { continued }: RunningSandbox): string {
  if (!continued) return `Stored in ${printable(file)}.`
  return `Continued from ${printable(file)}, which already existed; --scenario is ignored.`
}

function retryAfter(headers: Readonly<Record<string, string>>): string {
  const header = headers['Retry-After']
  return header === undefined ? '' : ` (Retry-After: ${header})`
}
