// A process that takes every lock it can get. After one line on stdin it prints which locks it got, after
// a second line which ones it still holds.
//
//   node lock-racer.js FILE…
import { createInterface } from 'node:readline'
import '../process/fresh-build.js'
import { nodeFileSystem as fs } from '../../../build/node/store/file-system.js'
import { lockFile, usualLockTimes as times } from '../../../build/node/store/lock.js'
import { thisProcess } from '../../../build/node/store/process-identity.js'

const files = process.argv.slice(2)
const taken = new Map()
const notify = (indices) => process.stdout.write(`${JSON.stringify(indices)}\n`)

const message = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
notify('ready')
await message.next()
for (const [index, file] of files.entries()) {
  try {
    taken.set(index, await lockFile(file, { fs, times, self: thisProcess(), onLost: () => {} }))
  } catch (error) {
    if (!/is in use by/.test(error.message)) throw error
  }
}
notify([...taken.keys()])
await message.next()
const held = []
for (const [index, lock] of taken) {
  if ((await lock.findLoss()) === undefined) held.push(index)
}
notify(held)
process.exit()
