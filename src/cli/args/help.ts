import { wrap } from '../../text/wrap.ts'
import { toColumns } from '../output/columns.ts'
import { PROGRAM } from '../output/wrong-value.ts'
import { commandGroups, rowOf, type CommandRow } from './tables/command-row.ts'
import { commands } from './tables/commands.ts'
import { addOptions, newYargs } from './yargs.ts'

const ABOUT = 'A local stand-in for a paid e-mail alias API: every documented state and error.'

const VARIABLES =
  'A variable in [brackets] sets the option when its flag is not used. Separate several values with commas.'

/** `alias-sandbox --help`: what it can do, on one screen. */
export function mainHelp(columns: number): string {
  const longest = Math.max(...commands.map(({ name }) => name.length))
  const groups = commandGroups.map((group) => {
    const rows = commands
      .filter((row) => row.group === group)
      .map(({ name, summary }) => [name.padEnd(longest), summary] as const)
    return `${group}:\n${toColumns(rows, columns)}`
  })
  const usage = toUsage(['[start] [scenario...] [options]', '<command> [options]'])
  return `${[
    usage.map((line) => wrap(line, 7, columns)).join('\n'),
    wrap(ABOUT, 0, columns),
    ...groups,
    wrap(`"${PROGRAM} <command> --help" explains a command and its options.`, 0, columns),
  ].join('\n\n')}\n`
}

/** `alias-sandbox <command> --help`. */
export async function commandHelp(command: CommandRow, columns: number): Promise<string> {
  const { usage, summary, details, examples, options } = command
  const about = details === undefined ? `${summary}.` : `${summary}. ${details}`
  const parser = addOptions(newYargs(), command).usage(`${toUsage(usage).join('\n')}\n\n${about}`)
  for (const example of examples) parser.example(`$0 ${example}`, '')
  const hasVariables = options.some((name) => rowOf(command, name).env !== undefined)
  parser.epilogue(hasVariables ? VARIABLES : '')
  return `${await parser.wrap(columns).getHelp()}\n`
}

function toUsage(lines: readonly string[]): string[] {
  return lines.map((line, at) => `${at === 0 ? 'Usage:' : 'or:   '} ${PROGRAM} ${line}`)
}
