import { Failure, exitCodes } from './output/failure.ts'
import { printable } from '../text/escape.ts'
import { toSafeIo, type Environment, type Io } from './output/io.ts'
import { parse, type Inquiry } from './args/parse.ts'
import { commands } from './args/tables/commands.ts'
import { COMPLETION_FLAG } from './args/yargs.ts'
import { unknownVariables } from './args/unknown-variables.ts'

/** The maximum length of an error line. */
const MAX_LINE = 4_000

/** Runs the whole command line and returns the exit code. It uses the process only through `io`. */
export async function main(argv: readonly string[], env: Environment, rawIo: Io): Promise<number> {
  const io = toSafeIo(rawIo)
  try {
    if (argv[0] === COMPLETION_FLAG) {
      io.stdout.write((await import('./commands/completion.ts')).complete(argv, commands))
      return exitCodes.ok
    }
    const parsed = parse(argv, env)
    if ('asksFor' in parsed) {
      io.stdout.write(await toAnswer(parsed, io.columns))
      return exitCodes.ok
    }
    const { command, ...args } = parsed
    for (const warning of unknownVariables(env))
      io.stderr.write(`alias-sandbox: warning: ${warning}\n`)
    const run = await command.load()
    return await run({ ...args, env, io })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    for (const line of error.lines) io.stderr.write(`${printable(line, MAX_LINE)}\n`)
    return error.exitCode
  }
}

async function toAnswer({ asksFor, command, isImplied }: Inquiry, columns = 80): Promise<string> {
  if (asksFor === 'version') return `${(await import('../node/files/version.ts')).version}\n`
  const { commandHelp, mainHelp } = await import('./args/help.ts')
  // In fewer columns the text has no room; longer lines are hard to read.
  const width = Math.min(80, Math.max(40, columns))
  return isImplied ? mainHelp(width) : commandHelp(command, width)
}
