// Loaded into a sandbox with --import: counts its file operations in one folder, and makes the BREAK_AT-th
// one fail. BREAK_WITH is an error code, `half` (half of a write, then ENOSPC, as on a full disk), or `stop`
// (kills the process right after the operation). Prints "broke <operation>" on standard error when that
// happens.
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { BREAK_AT, BREAK_WITH, BREAK_FOLDER } = process.env
const ours = new Set() // descriptors of files in that folder
let count = 0

/** Runs an operation or makes it fail. `half` does half of a write. */
function turn(name, act, half = () => {}) {
  count += 1
  if (count !== Number(BREAK_AT)) return act()
  fs.writeSync(2, `broke ${name}\n`)
  if (BREAK_WITH === 'stop') {
    const kill = () => process.kill(process.pid, 'SIGKILL')
    const result = act()
    return result instanceof Promise ? result.finally(kill) : (kill(), result)
  }
  const code = BREAK_WITH === 'half' ? 'ENOSPC' : BREAK_WITH
  const error = Object.assign(new Error(`${code}: made to fail, ${name}`), { code })
  const done = BREAK_WITH === 'half' ? half() : undefined
  if (!(done instanceof Promise)) throw error
  return done.then(() => {
    throw error
  })
}

const isOurs = (path) => typeof path === 'string' && path.startsWith(BREAK_FOLDER)

for (const name of ['open', 'rename', 'unlink', 'mkdir', 'rmdir', 'readdir', 'lstat', 'realpath']) {
  const original = promises[name]
  promises[name] = async (path, ...rest) => {
    if (!isOurs(path)) return original(path, ...rest)
    const result = await turn(name, () => original(path, ...rest))
    return name === 'open' ? watched(result) : result
  }
}

/** Wraps an open file, so that its writes, its syncs and its close count, too. */
function watched(handle) {
  for (const name of ['writeFile', 'write', 'sync', 'close']) {
    const original = handle[name].bind(handle)
    const half = (bytes) => original(bytes.subarray(0, bytes.length / 2))
    handle[name] = async (...input) =>
      turn(
        `${name} of a handle`,
        () => original(...input),
        name === 'writeFile' ? () => half(input[0]) : () => original(...input),
      )
  }
  return handle
}

for (const name of ['openSync', 'statSync']) {
  const original = fs[name]
  fs[name] = (path, ...rest) => {
    if (!isOurs(path)) return original(path, ...rest)
    const result = turn(name, () => original(path, ...rest))
    if (name === 'openSync') ours.add(result)
    return result
  }
}

for (const name of ['fstatSync', 'readSync', 'closeSync']) {
  const original = fs[name]
  fs[name] = (descriptor, ...rest) =>
    ours.has(descriptor)
      ? turn(name, () => original(descriptor, ...rest))
      : original(descriptor, ...rest)
}

syncBuiltinESMExports()
