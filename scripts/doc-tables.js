// Makes the tables of the documentation from those in the code; `npm run docs` writes them. A test
// compares the two, so neither can change alone.
import { fileURLToPath } from 'node:url'
import { toJsonSchema } from '@valibot/to-json-schema'
import { commands } from '../build/cli/args/tables/commands.js'
import { documentedOptions } from '../build/cli/args/tables/option-groups.js'
import { exitCodes } from '../build/cli/output/failure.js'
import { actionNames, actionRow } from '../build/contract/actions.js'
import { limits, limitText } from '../build/contract/limits.js'
import { choiceIds, choiceRow } from '../build/contract/choices/choices.js'
import { errors } from '../build/contract/errors.js'
import { conflicts, controlErrors } from '../build/contract/control-errors.js'
import { faultKinds, faultRow, injectedKinds } from '../build/contract/faults.js'
import { refusalReasons } from '../build/contract/refused-value.js'
import { rules } from '../build/contract/rules.js'
import { rules as etiquette } from '../build/report/report.js'
import { controlRouteList } from '../build/contract/control/routes.js'
import { loadScenarioFolder } from '../build/node/files/scenario-files.js'

const scenarios = new URL('../scenarios', import.meta.url)

/** The rows of `exitCodes`. */
const exitCodeMeanings = {
  ok: 'all went well',
  runtime:
    'it failed while it ran: nothing answered, an action was refused, a database is damaged or foreign, an answer of `replay` differs, a suite of `mutate` or of `exec --each choice` fails by chance',
  usage: 'a wrong command line, variable, configuration, scenario or session',
  port: 'the port is taken',
  etiquette:
    '`exec --verify`: the command passed, but a rule of etiquette failed, or it made no request; `report --strict`: a rule failed',
  problems: '`explore` has found a problem',
  unnoticed:
    '`mutate --break`: the score is below this percentage (lies that were not tried count as not noticed), or there is no score',
  timedOut: '`wait` ran out of time',
  notExecutable: 'the command of `exec`, `explore` or `mutate` cannot be run',
  notFound: 'the command of `exec`, `explore` or `mutate` is not found',
  signal: 'plus N: signal N ended it',
}

const tables = {
  scenarios: () =>
    table(
      ['scenario', 'what it is'],
      loadScenarioFolder(fileURLToPath(scenarios)).map(({ name, scenario }) => [
        code(name),
        `**${scenario.title}.** ${scenario.summary}`,
      ]),
    ),
  actions: () =>
    table(
      ['action', 'arguments', 'what it does'],
      actionNames.map((name) => [code(name), argumentList(name), actionRow(name).summary]),
    ),
  commands: () =>
    table(
      ['command', 'what it does'],
      commands.map(({ usage, summary }) => [usage.map(code).join('<br>'), summary]),
    ),
  exit_codes: () =>
    table(
      ['code', 'meaning'],
      [
        ...Object.entries(exitCodes).map(([name, number]) => [number, exitCodeMeanings[name]]),
        ['any other', 'the exit code of the command that `exec` ran'],
      ],
    ),
  faults: () =>
    table(
      ['fault', 'what the client meets', ''],
      faultKinds.map((kind) => [
        code(kind),
        faultRow(kind).summary,
        injectedKinds.includes(kind) ? 'injected' : 'documented',
      ]),
    ),
  codes: () =>
    table(
      ['code', 'status', 'what went wrong'],
      Object.entries(controlErrors).map(([name, { statuses, meaning }]) => [
        code(name),
        statuses.join(', '),
        meaning,
      ]),
    ),
  conflicts: () => reasonTable('why it was refused', conflicts),
  refusals: () => reasonTable('what was refused', refusalReasons),
  etiquette: () =>
    table(
      ['rule', 'a client', 'document', 'what a careful client does'],
      etiquette.map(({ rule, title, source, expected }) => [
        code(rule),
        title,
        source,
        expected.replace(/^A careful client /, ''),
      ]),
    ),
  routes: () =>
    table(
      ['route', 'answer'],
      controlRouteList
        .filter(({ method }) => method !== 'HEAD')
        .map(({ method, path, summary }) => [code(`${method} /_sandbox/${path}`), summary]),
    ),
  limits: () =>
    table(
      ['what', 'at most', 'beyond it', 'who meets it'],
      Object.values(limits).map((limit) => [limit.of, limitText(limit), limit.beyond, limit.who]),
    ),
  options: () =>
    table(
      ['flag', 'variable', 'meaning'],
      documentedOptions.map(({ flag, value, short, env, summary }) => [
        code(`${short ? `-${short}, ` : ''}--${flag}${value ? ` ${value}` : ''}`),
        env ? code(env) : '',
        summary,
      ]),
    ),
  documented_errors: () => errorTable('documented'),
  assumed_errors: () => errorTable('assumed'),
  numbers: () =>
    table(
      ['rule', 'value', 'source'],
      Object.entries(rules).map(([name, { source, ...values }]) => [
        code(name),
        Object.entries(values)
          .map(([key, value]) => `${key} ${JSON.stringify(value).replaceAll('"', '')}`)
          .join(', '),
        source,
      ]),
    ),
  choices: () =>
    table(
      ['choice', 'question', 'what we do', 'what else could be', 'source'],
      choiceIds.map((id) => {
        const { question, means, default: standard, alternatives, also, source } = choiceRow(id)
        const others = alternatives.map(({ value, tier }) => `${code(value)} ${tier}`)
        const all = [...others, ...(also ? [also.what] : [])].join(', ')
        return [code(id), question, `${code(standard)}: ${means}`, all, source]
      }),
    ),
  injected_faults: () =>
    table(
      ['fault', 'what the client meets'],
      injectedKinds.map((kind) => [code(kind), faultRow(kind).summary]),
    ),
}

/** Updates each table between its markers in a page. */
export function withTables(page) {
  return page.replaceAll(
    /<!-- table: (\w+) -->[\s\S]*?<!-- end -->/g,
    (_marked, name) => `<!-- table: ${name} -->\n${tables[name]()}\n<!-- end -->`,
  )
}

function errorTable(basis) {
  const rows = Object.entries(errors).filter(([, row]) => row.basis === basis)
  return table(
    ['outcome', 'status', 'body', 'Retry-After', 'source'],
    rows.map(([name, { status, code: hasCode, retryAfter = '-', source }]) => [
      code(name),
      status,
      hasCode ? '`{code, description}`' : '`{message}`',
      retryAfter === 'window' ? 'until the window resets' : retryAfter,
      source,
    ]),
  )
}

function reasonTable(head, meanings) {
  const rows = Object.entries(meanings).map(([reason, meaning]) => [code(reason), meaning])
  return table(['reason', head], rows)
}

function argumentList(action) {
  if (action === 'set_choices') return '[choices](fidelity.md) by id'
  const { properties = {}, required = [] } = toJsonSchema(actionRow(action).arguments, {
    errorMode: 'ignore',
    typeMode: 'output',
  })
  return Object.keys(properties)
    .map((name) => code(required.includes(name) ? name : `${name}?`))
    .join(' ')
}

function table(heads, rows) {
  const line = (cells) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(text) {
  return `\`${text}\``
}
