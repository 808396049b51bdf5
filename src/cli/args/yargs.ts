import yargs, { type Argv, type Options } from 'yargs'
import { optionsOf, rowOf, type CommandRow } from './tables/command-row.ts'
import { PROGRAM } from '../output/wrong-value.ts'
import type { OptionRow } from './tables/option-row.ts'

/** The only module that knows yargs. It converts the tables of commands and options for yargs. */

/** The errors that yargs detects itself; the flag follows. */
export const parseErrors = { missingValue: 'missing value', unexpectedValue: 'unexpected value' }

/**
 * Creates a yargs without side effects: it neither exits nor prints, its messages do not depend on LANG, and
 * it does not convert texts to numbers or names to camel case.
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
      // Flags are counted, so that a repeated flag is detected; help shows them as boolean.
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

/** With more options than this, help groups them under headings. */
const MAX_UNGROUPED = 8

/** Adds the options of a command. Values stay text, because our code checks ranges and applies defaults. */
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
    // Parsed as text, shown as a number.
    ...((type === 'integer' || type === 'number') && { number: true }),
    ...(short !== undefined && { alias: short }),
    ...(defaultText !== undefined && { defaultDescription: String(defaultText) }),
    description: env === undefined ? summary : `${summary} [${env}]`,
  }
}
