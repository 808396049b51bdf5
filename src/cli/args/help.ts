import { commands, findCommand, optionsOf, type CommandRow } from './commands.ts'
import { optionRow, type OptionName } from './options.ts'
import { toColumns, wrap } from '../output/columns.ts'

/** `alias-sandbox --help`: every command, and the flags of the one that is meant without a name. */
export function mainHelp(): string {
  const start = findCommand('start')!
  return sections(
    'Usage: alias-sandbox [start] [scenario...] [options]\n       alias-sandbox <command> [options]',
    wrap(
      'A local stand-in for a paid e-mail alias API: every documented state and error one scenario, one key or one action away.',
    ),
    `Commands (more: alias-sandbox <command> --help):\n${toColumns(commands.map(({ name, summary }) => [name, summary]))}`,
    optionsSection('Options of start', start),
    ENVIRONMENT,
    `Examples:\n${EXAMPLES.map((example) => `  ${example}`).join('\n')}`,
  )
}

/** `alias-sandbox <command> --help`. */
export function commandHelp(command: CommandRow): string {
  const { name, usage, summary, details } = command
  return sections(
    `Usage: alias-sandbox ${name} ${usage}`.trimEnd(),
    wrap(details === undefined ? `${summary}.` : `${summary}. ${details}`),
    optionsSection('Options', command),
    ...(command.options.some((option) => optionRow(option).env !== undefined) ? [ENVIRONMENT] : []),
  )
}

const ENVIRONMENT = wrap(
  'A variable named in [brackets] sets what its flag sets, when the flag is not given; an empty one counts as not set. In variables, several values are set apart by commas.',
)

const EXAMPLES = [
  'alias-sandbox --scenario past_due',
  'alias-sandbox exec --scenario burst_exceeded -- npm test',
  'alias-sandbox trigger settle_invoice',
  'alias-sandbox advance 25h',
]

function optionsSection(title: string, command: CommandRow): string {
  return `${title}:\n${toColumns(optionsOf(command).map((name) => [flagOf(name), meaningOf(name, command)]))}`
}

function flagOf(name: OptionName): string {
  const { short, value } = optionRow(name)
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`
}

function meaningOf(name: OptionName, command: CommandRow): string {
  const { summary, env, default: usual } = optionRow(name)
  const standard = command.defaults?.[name] ?? usual
  return [
    summary,
    ...(standard === undefined ? [] : [`(default: ${String(standard)})`]),
    ...(env === undefined ? [] : [`[${env}]`]),
  ].join(' ')
}

function sections(...parts: string[]): string {
  return `${parts.join('\n\n')}\n`
}
