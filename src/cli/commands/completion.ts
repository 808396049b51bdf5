import { readActions } from '../../node/files/documents.ts'
import type { CommandRow } from '../args/tables/command-row.ts'
import type { Run } from '../args/context.ts'
import { askForCompletion } from '../args/yargs.ts'
import { exitCodes, usageError } from '../output/failure.ts'
import { PROGRAM } from '../output/wrong-value.ts'
import { shippedScenarios } from '../../node/files/scenario-catalog.ts'

/** Prints the script for the shell that SHELL names. It asks the program on the PATH for what may follow. */
export function completionOf(commands: readonly CommandRow[]): Run<never> {
  return ({ io, words: [shell] }) => {
    if (shell !== undefined) {
      throw usageError(
        `completion takes the shell from SHELL; type: SHELL=${shell} ${PROGRAM} completion`,
      )
    }
    io.stdout.write(complete(['completion'], commands))
    return exitCodes.ok
  }
}

/** Answers a command line as yargs does: with the script, or with what may follow the words typed so far. */
export function complete(argv: readonly string[], commands: readonly CommandRow[]): string {
  const scenarios = shippedScenarios().map(({ name }) => name)
  const wordsOf = ({ name, words }: CommandRow): readonly string[] => {
    if (name === 'start') return scenarios
    return name === 'trigger' ? readActions().map((action) => action.name) : (words.first ?? [])
  }
  return askForCompletion(argv, commands, { scenarios, wordsOf })
}
