import { readdirSync, readFileSync } from 'node:fs'

/** A process of the command that is on the account's clock. */
export type KnownProcess = {
  pid: number
  parent: number
  /** The child processes that it waits for. */
  children: readonly number[]
}

/** Programs that only wait for the process that they start. */
const WAITING =
  /^(?:sh|bash|dash|zsh|ksh|mksh|ash|busybox|fish|timeout|env|make|time|nice|tini|dumb-init)$/

/** What Linux tells about a process; undefined when it has ended. */
type Status = { name: string; state: string; parent: number }

/**
 * Are all processes of a command known, apart from shells that wait for them? A process that has just been
 * started is not known yet, and a program of neither Node nor Python never is.
 */
export function areAllKnown(processes: readonly KnownProcess[], root = process.pid): boolean {
  return process.platform === 'linux'
    ? areKnownToLinux(processes, root)
    : areKnownToParents(processes)
}

function areKnownToLinux(processes: readonly KnownProcess[], root: number): boolean {
  const known = new Map(processes.map((one) => [one.pid, one]))
  const above = new Set<number>()
  for (const { parent } of processes) {
    for (let pid = parent; pid > 1 && pid !== root && !known.has(pid) && !above.has(pid);) {
      const status = statusOf(pid)
      if (status === undefined || !isWaiting(status)) return false
      above.add(pid)
      pid = status.parent
    }
  }
  return [...known.keys(), ...above].every((pid) =>
    childrenOf(pid).every((child) => {
      if (known.has(child) || above.has(child)) return true
      if (above.has(pid)) return false
      // Services of a tool, such as a compiler, are left alone while it waits for nothing from them.
      return !known.get(pid)?.children.includes(child) && !isStarting(child)
    }),
  )
}

/** Elsewhere only parents tell of their children. */
function areKnownToParents(processes: readonly KnownProcess[]): boolean {
  const accounted = new Set(processes.flatMap(({ pid, parent }) => [pid, parent]))
  return processes.every(({ children }) => children.every((child) => accounted.has(child)))
}

function isWaiting({ name, state }: Status): boolean {
  return state === 'S' && WAITING.test(name)
}

/** Is this a process of Node or Python, or one that is about to become a program? */
function isStarting(pid: number): boolean {
  const status = statusOf(pid)
  return (
    status !== undefined &&
    status.state !== 'Z' && // it has ended, and nobody has asked how
    (/^(?:node|MainThread|python.*)$/.test(status.name) || status.state !== 'S')
  )
}

function statusOf(place: number | string): Status | undefined {
  const text = read(`/proc/${place}/stat`)
  const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(text ?? '') ?? []
  if (name === undefined || state === undefined || parent === undefined) return undefined
  return { name, state, parent: Number(parent) }
}

function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) => {
    const text = read(`/proc/${pid}/task/${thread}/children`) ?? ''
    return text.split(' ').filter(Boolean).map(Number)
  })
}

/**
 * Does no thread of a process compute, apart from its first? Compilers and the like have threads of their own,
 * of which Node knows nothing. True where the system does not tell.
 */
export function areNativeThreadsIdle(pid: number): boolean {
  if (process.platform !== 'linux') return true
  return threadsOf(pid).every((thread) => {
    if (thread === pid) return true
    const { state = 'S' } = statusOf(`${pid}/task/${thread}`) ?? {}
    return state === 'S'
  })
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [] // it has ended
  }
}

/** Undefined when the process has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
