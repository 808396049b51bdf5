import { readdirSync, readFileSync } from 'node:fs'
import { FOLDER_VARIABLE } from './messages.ts'

/** Does a process with this pid exist? */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ends processes of a run that were still on its clock after its command had ended. */
export function endLeftBehind(pids: readonly number[], folder: string): void {
  for (const pid of pids) {
    // A process in a container has told a pid that is another process here.
    if (pid === process.pid || (process.platform === 'linux' && folderOf(pid) !== folder)) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // else it has just ended
    }
  }
}

/** Processes that were started in folders that begin so, as `4711 (python3)`; only Linux tells them. */
export function leftBehind(folders: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && folderOf(Number(name))?.startsWith(folders))
    .map((pid) => `${pid} (${read(`/proc/${pid}/comm`)?.trim() ?? 'ended'})`)
}

function folderOf(pid: number): string | undefined {
  const variable = `${FOLDER_VARIABLE}=`
  const line = read(`/proc/${pid}/environ`)
    ?.split('\0')
    .find((each) => each.startsWith(variable))
  return line?.slice(variable.length)
}

/** Undefined when the process has ended, or is another user's. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
