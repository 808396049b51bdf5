import { Readable } from 'node:stream'
import { main } from '../../../src/cli/main.ts'
import type { Environment, Io } from '../../../src/cli/output/io.ts'

export type CliRun = {
  /** The output so far. */
  stdout: () => string
  stderr: () => string
  /** Resolves when standard output contains `text`. */
  until: (text: string) => Promise<void>
  signal: (name: NodeJS.Signals) => void
  exitCode: Promise<number>
}

const neverFails = { onFailure: () => {} }
/** Runs the command line in this process and captures its output. */
export function startCli(
  argv: readonly string[],
  {
    env = {},
    isTerminal = false,
    columns,
  }: { env?: Environment; isTerminal?: boolean; columns?: number } = {},
): CliRun {
  const written = { stdout: '', stderr: '' }
  const listeners = new Set<(signal: NodeJS.Signals) => void>()
  const watchers = new Set<() => void>()
  const io: Io = {
    stdout: {
      ...neverFails,
      write(text, done) {
        written.stdout += text
        for (const watcher of watchers) watcher()
        done?.()
      },
    },
    stderr: {
      ...neverFails,
      write(text, done) {
        written.stderr += text
        for (const watcher of watchers) watcher()
        done?.()
      },
    },
    isTerminal,
    columns,
    isErrorTerminal: false,
    onSignal(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    openInput: () => Readable.from([]),
    requestEnd: () => signal('SIGTERM'),
    onExit: () => () => {},
  }
  const signal = (name: NodeJS.Signals) => {
    for (const listener of listeners) listener(name)
  }
  const exitCode = main(argv, env, io)
  return {
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    until: (text) =>
      new Promise((resolve, reject) => {
        const lack = () => new Error(`ended without "${text}":\n${written.stdout}${written.stderr}`)
        exitCode.then(() => reject(lack()), reject)
        const look = () => {
          if (!`${written.stdout}${written.stderr}`.includes(text)) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        look()
      }),
    signal,
    exitCode,
  }
}

/** Runs a command until it ends. */
export async function runCli(
  argv: readonly string[],
  env: Environment = {},
  terminal: { columns?: number } = {},
) {
  const run = startCli(argv, { env, ...terminal })
  const exitCode = await run.exitCode
  return { exitCode, stdout: run.stdout(), stderr: run.stderr() }
}
