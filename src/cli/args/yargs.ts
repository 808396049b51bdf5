import yargs, { type Argv, type Options } from 'yargs'
import { optionsOf, rowOf, type CommandRow } from './tables/command-row.ts'
import { PROGRAM } from '../output/wrong-value.ts'
import type { OptionRow } from './tables/option-row.ts'

/** The one place that knows yargs: the tables of commands and options become its own. */

/** The faults that yargs finds by itself; the flag follows. */
export const parseErrors = { missingValue: 'missing value', unexpectedValue: 'unexpected value' }

/**
 * yargs without habits of its own: it neither exits nor prints, its words do not depend on LANG, and
 * it changes no text into a number and no name into another.
 */
export function newYargs(
  args: readonly string[],
  parsing: { 'unknown-options-as-args': boolean } = { 'unknown-options-as-args': true },
): Argv {
  return yargs([...args])
    .scriptName(PROGRAM)
    .exitProcess(false)
    .help(false)
    .version(false)
    .updateStrings({
      // Flags are counted, so that one that is repeated can be told; a reader sees a switch.
      count: 'boolean',
      'Not enough arguments following: %s': `${parseErrors.missingValue} %s`,
      'Argument unexpected for: %s': `${parseErrors.unexpectedValue} %s`,
    })
    .parserConfiguration({
      ...parsing,
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'populate--': true,
      'strip-aliased': true,
    })
}

/** More options than these are read more easily under headings. */
const MAX_UNGROUPED = 8

/** Adds the options of a command. Values stay text: ranges and defaults are ours to apply. */
export function addOptions(parser: Argv, command: CommandRow): Argv {
  const hasGroups = command.options.length > MAX_UNGROUPED
  for (const name of optionsOf(command)) {
    const row = rowOf(command, name)
    parser.option(name, { ...toYargs(row), group: hasGroups ? `${row.group}:` : 'Options:' })
  }
  return parser
}

function toYargs({ type, short, env, summary, ...row }: OptionRow): Options {
  const { default: value, defaultText = value } = row
  return {
    ...(type === 'boolean' ? { count: true, nargs: 0 } : { string: true, nargs: 1 }),
    // Read as text, shown as a number.
    ...((type === 'integer' || type === 'number') && { number: true }),
    ...(short !== undefined && { alias: short }),
    ...(defaultText !== undefined && { defaultDescription: String(defaultText) }),
    description: env === undefined ? summary : `${summary} [${env}]`,
  }
}
