import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { builtFile } from './fresh-build.js'

export const BIN = builtFile('dist/bin.cjs')

/** The built command line in its own process, which ends with the test. */
export type BuiltCli = {
  child: ChildProcess
  /** The output so far. */
  out: { stdout: string; stderr: string }
  ended: Promise<{ exitCode: number | null; stdout: string; stderr: string }>
  /** Resolves when standard output or standard error contains `text`. */
  until: (text: string) => Promise<void>
}

/** Starts it and reads its output unless `isRead` is false. */
export function builtCli(
  argv: readonly string[],
  {
    stdio = ['ignore', 'pipe', 'pipe'],
    env = {},
    isRead = true,
    cwd,
  }: { stdio?: StdioOptions; env?: Record<string, string>; isRead?: boolean; cwd?: string } = {},
): BuiltCli {
  const child = spawn(process.execPath, [BIN, ...argv], {
    stdio,
    cwd,
    env: { ...process.env, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const out = { stdout: '', stderr: '' }
  const watchers = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    if (isRead) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        out[name] += text
        for (const watcher of watchers) watcher()
      })
    }
  }
  const ended = once(child, isRead ? 'close' : 'exit').then(([code]) => ({
    exitCode: code as number | null,
    ...out,
  }))
  return {
    child,
    out,
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!`${out.stdout}${out.stderr}`.includes(text)) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        look()
        void ended.then(() => reject(new Error(`ended without "${text}":\n${out.stderr}`)))
      }),
  }
}

/** Waits until `start` is ready and returns its URL. */
export async function readyUrl(cli: BuiltCli): Promise<string> {
  await cli.until('ready')
  return /http:\/\/127\.0\.0\.1:\d+/.exec(cli.out.stdout + cli.out.stderr)![0]
}
