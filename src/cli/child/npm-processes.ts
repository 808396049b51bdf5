import type { ProcessRow, ProcessTable } from '../../node/process-table.ts'

/** The npm that started a process, perhaps through another npm. */
type Launcher = {
  npms: readonly ProcessRow[]
  /** Whether the launcher has ended when one of them has, or only when all have. */
  endsWith: 'any' | 'all'
}

/** More parents than any process has; the table may change while it is read. */
const MAX_PARENTS = 100

/**
 * Finds the npm that started a process which has npm's variables. Undefined if there is none to wait for: the process
 * was detached on purpose, or npm started its parent, a terminal for example, long ago.
 */
export function findLauncher(self: ProcessRow, processes: ProcessTable): Launcher | undefined {
  if (self.group === self.pid) return undefined // as `setsid` does
  const parents = parentsOf(self, processes)
  const npms = parents.filter(isNpm)
  if (npms.length > 0) return { npms, endsWith: 'any' }
  // Interactive shells and detached programs, which may be older than any npm, begin a process group.
  const above = parents.find(({ group }) => group !== self.group)
  if (!isFirst(above)) return undefined
  // The program that npm started has ended, or npm itself: a `pretest` with `&` leaves its server to the next script of
  // the same npm, which is in the same process group. If there is none, npm has ended.
  const others = processes.all().filter((row) => row.group === self.group && isNpm(row))
  return { npms: others, endsWith: 'all' }
}

function parentsOf(self: ProcessRow, { find }: ProcessTable): ProcessRow[] {
  const parents: ProcessRow[] = []
  for (let row = find(self.parent); row; row = find(row.parent)) {
    parents.push(row)
    if (parents.length === MAX_PARENTS) break
  }
  return parents
}

/** npm and npx set their title, such as `npm exec alias-sandbox`. */
function isNpm({ command }: ProcessRow): boolean {
  return /^npm( |$)/.test(command)
}

/** Whether it is the process, of the system or of the session, that gets those whose parents have ended. */
function isFirst(row: ProcessRow | undefined): boolean {
  return row === undefined || row.pid === 1 || /^\S*\bsystemd( |$)/.test(row.command)
}
