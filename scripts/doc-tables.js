// Generates the tables of the documentation from those in the code; `npm run docs` writes them. A test
// compares the two, so neither can change alone.
import { fileURLToPath } from 'node:url'
import { toJsonSchema } from '@valibot/to-json-schema'
import { commands } from '../src/cli/args/tables/commands.ts'
import { documentedOptions } from '../src/cli/args/tables/option-groups.ts'
import { exitCodes } from '../src/cli/output/failure.ts'
import { actionNames, actionRow } from '../src/contract/actions.ts'
import { limits, limitText } from '../src/contract/limits.ts'
import { choiceIds, choiceRow } from '../src/contract/choices/choices.ts'
import { errors } from '../src/contract/errors.ts'
import { conflicts, controlErrors } from '../src/contract/control-errors.ts'
import { faultKinds, faultRow, injectedKinds } from '../src/contract/faults.ts'
import { refusalReasons } from '../src/contract/refused-value.ts'
import { rules } from '../src/contract/rules.ts'
import { rules as etiquette } from '../src/report/report.ts'
import { controlRouteList } from '../src/contract/control/routes.ts'
import { loadScenarioFolder } from '../src/node/files/scenario-files.ts'

const scenarios = new URL('../scenarios', import.meta.url)

/** The rows of `exitCodes`. */
const exitCodeMeanings = {
  ok: 'all went well',
  runtime:
    'it failed while it ran: nothing answered, an action was refused, a database is damaged or foreign, an answer of `replay` differs, a suite of `mutate` or of `exec --each choice` fails by chance',
  usage: 'a wrong command line, variable, configuration, scenario or session',
  port: 'the port is taken',
  etiquette:
    '`exec --verify`: the command passed, but a rule of etiquette failed; `report --strict`: a rule failed',
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
  conflicts: () =>
    table(
      ['reason', 'why it was refused'],
      Object.entries(conflicts).map(([reason, meaning]) => [code(reason), meaning]),
    ),
  refusals: () =>
    table(
      ['reason', 'what was refused'],
      Object.entries(refusalReasons).map(([reason, meaning]) => [code(reason), meaning]),
    ),
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
}

/** Updates each table between its markers in a page. */
export function withTables(page) {
  return page.replaceAll(
    /<!-- table: (\w+) -->[\s\S]*?<!-- end -->/g,
    (_marked, name) => `<!-- table: ${name} -->\n${tables[name]()}\n<!-- end -->`,
  )
}

/** The whole of docs/fidelity.md. */
export function fidelityPage() {
  const rows = Object.entries(errors)
  const errorTable = (basis) =>
    table(
      ['outcome', 'status', 'body', 'Retry-After', 'source'],
      rows
        .filter(([, row]) => row.basis === basis)
        .map(([name, row]) => [
          code(name),
          String(row.status),
          row.code ? '`{code, description}`' : '`{message}`',
          row.retryAfter === undefined
            ? '-'
            : row.retryAfter === 'window'
              ? 'until the window resets'
              : `${row.retryAfter}`,
          row.source,
        ]),
    )
  return [
    '# Fidelity',
    '',
    'You want to know how far you can trust the sandbox: what the API document says, what the sandbox had to',
    'assume, what you can force, and what it does not imitate. This page is made from the tables of the code',
    '(`npm run docs`), and a test compares. Each [request](control-api.md#the-requests) says which of the three its answer is:',
    'its `basis` is `documented`, `assumed` or `injected`.',
    '',
    '## Exact: the document says so',
    '',
    'Both operations: their fields, the order of the fields, and their statuses. The shapes of errors. No',
    '`X-RateLimit-*` header. These errors:',
    '',
    errorTable('documented'),
    '',
    'These numbers:',
    '',
    table(
      ['rule', 'value', 'source'],
      Object.entries(rules).map(([name, { source, ...values }]) => [
        code(name),
        Object.entries(values)
          .map(
            ([key, value]) =>
              `${key} ${typeof value === 'object' ? JSON.stringify(value).replaceAll('"', '') : value}`,
          )
          .join(', '),
        source,
      ]),
    ),
    '',
    '## Assumed: the document is silent or contradicts itself',
    '',
    'Each row is a choice. You can choose another value with `--choice id=value`, or with `choices` in a',
    '[scenario](scenarios.md#write-your-own); `--vary <seed>` draws a whole set. The action `set_choices` changes what one',
    'account does from now on: `npx alias-sandbox trigger set_choices page_size=10`. A choice that the sandbox was started',
    'with holds for every account, and no action changes it. The letters are our judgement, not evidence: L means likely, P',
    'possible. To find out which choices your suite depends on, run `npx alias-sandbox exec --each choice -- npm test`.',
    '',
    table(
      ['choice', 'question', 'what we do', 'what else could be', 'source'],
      choiceIds.map((id) => {
        const { question, means, alternatives, also, source } = choiceRow(id)
        const others = alternatives.map(({ value, tier }) => `${code(String(value))} ${tier}`)
        return [
          code(id),
          question,
          `${code(String(choiceRow(id).default))}: ${means}`,
          [...others, ...(also ? [also.what] : [])].join(', '),
          source,
        ]
      }),
    ),
    '',
    'These answers are not in the document, but any server needs them:',
    '',
    errorTable('assumed'),
    '',
    'Two choices shape every answer, so requests do not name them: `extra_fields` and',
    '`message_text`.',
    '',
    '## Injected: only when you ask for it',
    '',
    table(
      ['fault', 'what the client meets'],
      injectedKinds.map((kind) => [code(kind), faultRow(kind).summary]),
    ),
    '',
    'These answers are injected, too: those of limits that a scenario sets or turns off, a `Retry-After` on a',
    'scaled clock, and every documented error that a fault forced.',
    '',
    '## Not imitated',
    '',
    '- Mail: the sandbox receives mails and shows them ([mail](mail.md)), but sends nothing on.',
    '- The pages of the real dashboard: the [dashboard](dashboard.md) here does the same things, but looks different.',
    '- Payment: a card is good or declined.',
    '- TLS: the sandbox speaks HTTP.',
    '- Anything beyond version 1 of the API.',
    '',
  ].join('\n')
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
