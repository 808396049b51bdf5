import { Failure, exitCodes } from './output/failure.ts'
import { printable } from '../text/escape.ts'
import { toSafeIo, type Environment, type Io } from './output/io.ts'
import { namedReadyFile, parse, type Parsed } from './args/parse.ts'
import { unknownVariables } from './args/unknown-variables.ts'

/** The longest line that says what is wrong. */
const MAX_LINE = 4_000

/**
 * The whole command line: answers the exit code when the command is over. It touches nothing of the
 * process but what `io` holds.
 */
export async function main(argv: readonly string[], env: Environment, args: Io): Promise<number> {
  const io = toSafeIo(args)
  try {
    const { command, ...requested } = await readCommandLine(argv, env)
    if (requested.options.help) {
      const { commandHelp, mainHelp } = await import('./args/help.ts')
      io.stdout.write(requested.isImplied ? mainHelp() : commandHelp(command))
      return exitCodes.ok
    }
    if (requested.options.version) {
      const { version } = await import('../version.ts')
      io.stdout.write(`${version}\n`)
      return exitCodes.ok
    }
    for (const warning of unknownVariables(env))
      io.stderr.write(`alias-sandbox: warning: ${warning}\n`)
    const run = await command.load()
    return await run({ ...requested, env, io })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    for (const line of error.lines) io.stderr.write(`${printable(line, MAX_LINE)}\n`)
    return error.exitCode
  }
}

/** Nothing starts from a command line that is refused, so the ready file of an earlier run goes. */
async function readCommandLine(argv: readonly string[], env: Environment): Promise<Parsed> {
  try {
    return parse(argv, env)
  } catch (error) {
    const file = namedReadyFile(argv, env)
    if (file) {
      const { removeStale } = await import('./sandbox/ready-file.ts')
      removeStale(file)
    }
    throw error
  }
}
