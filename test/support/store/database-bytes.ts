import { createHash } from 'node:crypto'
import type { SandboxState } from '../../../src/contract/state.ts'
import { toFileParts } from '../../../src/store/database-file.ts'
import { coreSandbox, MACHINE_MS } from '../core/core-sandbox.ts'

/** A small state: one account, one alias. */
export function smallState(): SandboxState {
  return coreSandbox({ aliases: [{ id: 'a', label: 'é' }] }).toState(MACHINE_MS)
}

/** A database file that holds this, as the sandbox writes it. */
export function databaseOf(state: object): Buffer {
  return Buffer.concat(toFileParts(JSON.stringify(state)))
}

/** The same around any text, by hand: what the format says, and nothing of ours. */
export function sealed(body: string, format = 1): string {
  const sum = createHash('sha256').update(body).digest('hex')
  return `{"alias_sandbox":${format},"sha256":"${sum}","state":${body}}\n`
}
