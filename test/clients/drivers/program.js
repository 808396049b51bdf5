import { spawn, spawnSync } from 'node:child_process'

/** Runs a program; answers whether it ended well. */
export function runProgram([command, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'ignore' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}

/** Is this program on this machine, and does it run? */
export function isThere([command, ...args]) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
