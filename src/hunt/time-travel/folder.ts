import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from './left-behind.ts'
import { socketIn } from './messages.ts'

const PREFIX = 'alias-sandbox-run-'
const OF_A_RUN = /^alias-sandbox-run-(\d+)-[A-Za-z0-9]{6}$/

/** Makes the folder of a run, which tells whose it is. Only its owner may open it. */
export function makeRunFolder(): Promise<string> {
  return mkdtemp(runFoldersOf(process.pid))
}

/** What the paths of a process's folders begin with. */
export function runFoldersOf(pid: number): string {
  return join(placeForSocket(), `${PREFIX}${pid}-`)
}

/** Removes folders that were left by processes that have been killed. */
export async function removeOldFolders(): Promise<void> {
  const place = placeForSocket()
  for (const name of await readdir(place)) {
    const [, pid] = OF_A_RUN.exec(name) ?? []
    if (pid !== undefined && (await isOld(join(place, name), Number(pid)))) {
      await rm(join(place, name), { recursive: true, force: true })
    }
  }
}

/** Containers may share a folder but not their pids: while somebody listens there, it is in use. */
async function isOld(folder: string, pid: number): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined) // another run was faster
  if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return false
  return !isRunning(pid) && !(await isListening(socketIn(folder)))
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/** Systems cut the path of a socket, or refuse it, when it is longer than about 100 bytes. */
function placeForSocket(): string {
  const usual = tmpdir()
  const longest = socketIn(join(usual, `${PREFIX}4194304-123456`))
  const isLong = Buffer.byteLength(longest) > MAX_SOCKET_PATH
  return isLong && process.platform !== 'win32' ? '/tmp' : usual
}

const MAX_SOCKET_PATH = 100
