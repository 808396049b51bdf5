import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../../package-files.ts'
import { makeRunFolder } from './folder.ts'
import { endLeftBehind } from './left-behind.ts'
import { FOLDER_VARIABLE, SKEW_FILE, socketIn } from './messages.ts'
import { SocketThreads } from './socket-threads.ts'
import { VirtualTime } from './virtual-time.ts'

/** A clock that a sandbox shares with the processes of one command. */
export interface Travel {
  readonly clock: VirtualTime
  /** Has a process of the command joined the clock? */
  readonly hasJoined: boolean
  /** The variables that put the processes of a command on the clock; `before` is its environment without them. */
  environment(before: Readonly<Record<string, string | undefined>>): Record<string, string>
  /** Call when the command has ended. */
  close(): Promise<void>
}

/** @throws the system's error when it allows no folder for temporary files or no local socket. */
export async function openTravel(): Promise<Travel> {
  const folder = await makeRunFolder()
  const threads = new SocketThreads(join(folder, SKEW_FILE))
  const server = createServer((socket) => threads.add(socket))
  await listen(server, socketIn(folder))
  const clock = new VirtualTime(threads)
  return {
    clock,
    get hasJoined() {
      return threads.version > 0
    },
    environment: ({ NODE_OPTIONS: options, PYTHONPATH: path }) => ({
      // Ours comes first, so that what the command preloads lives in the same time.
      NODE_OPTIONS: [`--require ${quoted(fileOf('time-travel.cjs'))}`, options]
        .filter(Boolean)
        .join(' '),
      PYTHONPATH: [fileOf('python'), path].filter(Boolean).join(delimiter),
      [FOLDER_VARIABLE]: folder,
    }),
    async close() {
      clock.close()
      endLeftBehind(threads.pids, folder)
      threads.close()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** What the processes of a command load before its own code. */
function fileOf(preload: string): string {
  return fileURLToPath(packageFile(`dist/${preload}`))
}

/** Node reads NODE_OPTIONS with these quotes. */
function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
