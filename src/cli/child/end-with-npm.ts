import { isListed, readProcessTable, type ProcessRow } from '../../node/process-table.ts'
import type { Io } from '../output/io.ts'
import { findLauncher } from './npm-processes.ts'

/** The time between two looks whether npm still runs: short enough that a port is free when it is needed again. */
const LOOK_MS = 200

/**
 * Ends this process, as SIGTERM does, when the npm or npx that started it ends. npm forwards a signal only to the
 * shell between the two, and nothing when it is killed.
 */
export async function endWithNpm(io: Io): Promise<void> {
  const processes = await readProcessTable()
  const self = processes?.find(process.pid)
  const launcher = processes && self && findLauncher(self, processes)
  if (launcher === undefined) return
  const timer = setInterval(look, LOOK_MS).unref()
  look()

  function look(): void {
    const isOver = (npm: ProcessRow) => !isListed(npm) || hasLeft(npm, self!)
    if (launcher!.endsWith === 'any' ? !launcher!.npms.some(isOver) : !launcher!.npms.every(isOver))
      return
    clearInterval(timer)
    io.stderr.write(
      'alias-sandbox: the npm process that started this command has ended, so this command ends too\n',
    )
    io.requestEnd()
  }
}

/** Outside Linux, a parent that has ended but was not asked for its exit code is still listed. */
function hasLeft(npm: ProcessRow, self: ProcessRow): boolean {
  return npm.pid === self.parent && process.ppid !== npm.pid
}
