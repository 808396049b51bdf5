import spawn from 'cross-spawn'
import type { Io } from '../output/io.ts'

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens a page in the user's browser; prints a message if that fails. */
export function openBrowser(url: string, io: Io): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.once('error', ({ message }) => {
    io.stderr.write(`alias-sandbox: --open: ${message}; the dashboard is at ${url}\n`)
  })
  child.unref()
}
