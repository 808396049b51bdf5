import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thisProcess, type ProcessIdentity } from '../../../src/node/store/process-identity.ts'

/**
 * Creates a lock as left by a killed process and last touched `ago` seconds ago. Returns the folder of
 * its owner.
 */
export function leaveLock(
  file: string,
  owner: (Partial<ProcessIdentity> & { started?: number }) | string = {},
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
