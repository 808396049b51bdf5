import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import '../support/process/fresh-build.js'

const table = new URL('../../build/node/process-table.js', import.meta.url).href

/** Lists a process, opens files until none can be opened any more, and looks whether the process still runs. */
const outOfDescriptors = `
  import { openSync } from 'node:fs'
  import { isListed, readProcessTable } from '${table}'
  const row = (await readProcessTable()).find(process.ppid)
  try { for (;;) openSync('/dev/null') } catch {}
  const isFound = isListed(row)
  process.stdout.write(String(isFound))`

it.runIf(process.platform === 'linux')(
  'a process still runs for one that has no file descriptors left to look',
  async () => {
    const command = 'ulimit -n 64; "$0" --input-type=module -e "$1"; exit'
    const argv = ['-c', command, process.execPath, outOfDescriptors]
    expect((await promisify(execFile)('sh', argv)).stdout).toBe('true')
  },
)
