import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thisProcess, type ProcessIdentity } from '../../../src/store/process-identity.ts'

/**
 * Puts a lock in place as a process leaves it that is killed; `ago` is how many seconds ago it was
 * touched last. Answers its owner's folder.
 */
export function leaveLock(
  file: string,
  owner: Partial<ProcessIdentity> | string = {},
  ago = 0,
): string {
  const folder = join(`${file}.lock`, '7-0123456789abcdef')
  const signature = join(folder, 'owner.json')
  mkdirSync(folder, { recursive: true })
  const text = typeof owner === 'string' ? owner : JSON.stringify({ ...thisProcess(), ...owner })
  writeFileSync(signature, text)
  const touched = Date.now() / 1_000 - ago
  utimesSync(signature, touched, touched)
  return folder
}
