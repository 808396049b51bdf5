import { spawn, spawnSync } from 'node:child_process'

/** Runs a program; returns whether it succeeded. */
export function runProgram([command, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'ignore' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}

/** Whether this program is installed and runs. */
export function isThere([command, ...args]) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
