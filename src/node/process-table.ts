import { readdirSync, readFileSync } from 'node:fs'

/** A process as the system lists it. */
export type ProcessRow = {
  pid: number
  parent: number
  /** The process group. */
  group: number
  /** Its name and arguments, or the title that it gave itself. */
  command: string
  /** Tells it from earlier and later processes with the same pid. */
  start: string
}

/** A lookup of processes. */
export type ProcessTable = {
  find: (pid: number) => ProcessRow | undefined
  all: () => readonly ProcessRow[]
}

/** Fields of `/proc/<pid>/stat` after the name, which may itself contain spaces and parentheses. */
const STATE = 0
const PARENT = 1
const GROUP = 2
const FLAGS = 6
const START = 19
/** An ended process whose parent has not asked for its exit code yet. */
const ENDED = /^[ZXx]/
/** Set while Linux clears the memory of a process that was killed: its command can no longer be read. */
const EXITING = 0x4

/**
 * When the process that has this pid now started, in a form that no other process with the pid ever has. Null if
 * there is no such process; undefined if the system does not tell (Windows, no `/proc`).
 */
export function startOf(pid: number): string | null | undefined {
  if (!exists(pid)) return null
  if (process.platform === 'linux') return startOnLinux(pid)
  return process.platform === 'win32' ? undefined : startOnUnix(pid)
}

/** Reads the processes of the system. Undefined where it is not read: on Windows, and without `/proc` on Linux. */
export async function readProcessTable(): Promise<ProcessTable | undefined> {
  if (process.platform === 'win32') return undefined
  if (process.platform === 'linux') return { find: readProcess, all: readProcesses }
  const rows = await listWithPs()
  const byPid = new Map(rows.map((row) => [row.pid, row]))
  return { find: (pid) => byPid.get(pid), all: () => rows }
}

/** Whether a process that was listed before still runs. One that cannot be read, for want of descriptors, does. */
export function isListed({ pid, start }: ProcessRow): boolean {
  if (process.platform !== 'linux') return exists(pid)
  const startNow = startOnLinux(pid)
  return startNow === undefined || startNow === start
}

/** Reads what is needed when it is needed, since most processes are of no interest. */
function readProcess(pid: number): ProcessRow | undefined {
  try {
    // The command comes first, so that it is empty only in a process that is known to be ending afterwards.
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    const stat = statOf(pid)
    if (ENDED.test(stat[STATE] ?? '') || (Number(stat[FLAGS]) & EXITING) !== 0) return undefined
    const numbers = { parent: Number(stat[PARENT]), group: Number(stat[GROUP]) }
    return { pid, ...numbers, command, start: toStart(stat) }
  } catch {
    return undefined // it has ended in the meantime, or belongs to a user whose processes are hidden
  }
}

function readProcesses(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
}

function listWithPs(): Promise<ProcessRow[]> {
  const { execFile } = process.getBuiltinModule('node:child_process')
  const columns = ['pid', 'ppid', 'pgid', 'stat', 'command'].flatMap((name) => ['-o', `${name}=`])
  return new Promise((resolve) => {
    // A system without `ps` lists nothing, as one on which no npm runs.
    execFile('ps', ['-A', ...columns], { maxBuffer: 16_000_000 }, (_error, stdout) => {
      const rows = stdout.split('\n').flatMap((line) => {
        const [, pid, parent, group, state = '', command = ''] =
          /^ *(\d+) +(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? []
        // E, where it is used, stands for a process that is ending.
        if (pid === undefined || ENDED.test(state) || state.includes('E')) return []
        const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group) }
        return [{ ...numbers, command, start: '' }]
      })
      resolve(rows)
    })
  })
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH' // EPERM: it belongs to another user
  }
}

function startOnLinux(pid: number): string | null | undefined {
  try {
    const stat = statOf(pid)
    return ENDED.test(stat[STATE] ?? '') ? null : toStart(stat)
  } catch {
    return exists(pid) ? undefined : null
  }
}

/** In whole seconds of the wall clock at its start, which is all that `ps` tells. */
function startOnUnix(pid: number): string | null | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const columns = ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)]
  const { stdout } = spawnSync('ps', columns, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  })
  const [state = '', ...start] = (stdout ?? '').trim().split(/\s+/)
  if (start.length === 0) return exists(pid) ? undefined : null
  return ENDED.test(state) ? null : start.join(' ')
}

function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Clock ticks count from the start of the machine, so they need its number. */
function toStart(stat: readonly string[]): string {
  return `${bootId()}-${stat[START]}`
}

let knownBootId: string | undefined
function bootId(): string {
  return (knownBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
}
