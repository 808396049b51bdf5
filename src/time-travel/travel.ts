import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../package-files.ts'
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
  const folder = await mkdtemp(join(placeForSocket(), 'alias-sandbox-')) // only its owner may open it
  const threads = new SocketThreads(join(folder, SKEW_FILE))
  const server = createServer((socket) => threads.add(socket))
  await listen(server, socketIn(folder))
  const clock = new VirtualTime(threads)
  return {
    clock,
    get hasJoined() {
      return threads.version > 0
    },
    environment: ({ NODE_OPTIONS: options }) => ({
      // Ours comes first, so that what the command preloads lives in the same time.
      NODE_OPTIONS: [`--require ${quoted(preload())}`, options].filter(Boolean).join(' '),
      [FOLDER_VARIABLE]: folder,
    }),
    async close() {
      clock.close()
      threads.close()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Systems cut the path of a socket, or refuse it, when it is longer than about 100 bytes. */
function placeForSocket(): string {
  const usual = tmpdir()
  const isLong = Buffer.byteLength(socketIn(join(usual, 'alias-sandbox-123456'))) > MAX_SOCKET_PATH
  return isLong && process.platform !== 'win32' ? '/tmp' : usual
}

const MAX_SOCKET_PATH = 100

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function preload(): string {
  return fileURLToPath(packageFile('dist/time-travel.cjs'))
}

/** Node reads NODE_OPTIONS with these quotes. */
function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
