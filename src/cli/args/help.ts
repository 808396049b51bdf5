import { rowOf, type CommandRow } from './tables/command-row.ts'
import { commands, findCommand } from './tables/commands.ts'
import { addOptions, newYargs } from './yargs.ts'
import { PROGRAM } from '../output/wrong-value.ts'

const ABOUT =
  'A local stand-in for a paid e-mail alias API: each documented state and error is one scenario, one API key or one action away.'

const VARIABLES =
  'A variable in [brackets] sets the option when its flag is not used. Separate several values with commas.'

const EXAMPLES = [
  '--scenario past_due',
  'exec --scenario burst_exceeded -- npm test',
  'trigger settle_invoice',
  'advance 25h',
]

/** `alias-sandbox --help`: all commands, and the options of the default command. */
export function mainHelp(columns: number): Promise<string> {
  const parser = newYargs()
  for (const { name, summary } of commands) parser.command(name, summary, {}, () => {})
  return toText(parser, findCommand('start')!, columns, {
    usage: ['[start] [scenario...] [options]', '<command> [options]'],
    about: ABOUT,
    examples: EXAMPLES,
    epilogue: `The options are those of start; "${PROGRAM} <command> --help" shows those of a command.\n${VARIABLES}`,
  })
}

/** `alias-sandbox <command> --help`. */
export function commandHelp(command: CommandRow, columns: number): Promise<string> {
  const { usage, summary, details, examples, options } = command
  const hasVariables = options.some((name) => rowOf(command, name).env !== undefined)
  return toText(newYargs(), command, columns, {
    usage,
    about: details === undefined ? `${summary}.` : `${summary}. ${details}`,
    examples,
    epilogue: hasVariables ? VARIABLES : '',
  })
}

type Texts = {
  usage: readonly string[]
  about: string
  examples: readonly string[]
  epilogue: string
}

/** Usage, options and examples, in the layout of yargs. */
async function toText(
  parser: ReturnType<typeof newYargs>,
  command: CommandRow,
  columns: number,
  { usage, about, examples, epilogue }: Texts,
): Promise<string> {
  const lines = usage.map((line, at) => `${at === 0 ? 'Usage:' : 'or:   '} ${PROGRAM} ${line}`)
  addOptions(parser, command).usage(`${lines.join('\n')}\n\n${about}`)
  for (const example of examples) parser.example(`$0 ${example}`, '')
  return `${await parser.epilogue(epilogue).wrap(columns).getHelp()}\n`
}
