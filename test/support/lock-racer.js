// A process that takes every lock it can get: told to go on stdin, it answers which ones it got, and
// told again, which ones it still holds.
//
//   node lock-racer.js FILE…
import { createInterface } from 'node:readline'
import { lockFile } from '../../build/store/lock.js'

const files = process.argv.slice(2)
const taken = new Map()
const tell = (indices) => process.stdout.write(`${JSON.stringify(indices)}\n`)

const told = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
tell('ready')
await told.next()
for (const [index, file] of files.entries()) {
  try {
    taken.set(index, lockFile(file))
  } catch (error) {
    if (!/is in use by/.test(error.message)) throw error
  }
}
tell([...taken.keys()])
await told.next()
tell([...taken].filter(([, lock]) => lock.isHeld()).map(([index]) => index))
process.exit()
