import { createHash } from 'node:crypto'
import type { SandboxState } from '../../../src/contract/state/state.ts'
import { toFileParts } from '../../../src/node/store/database-file.ts'
import { coreSandbox, MACHINE_MS } from '../core/core-sandbox.ts'

/** A small state: one account, one alias. */
export function smallState(): SandboxState {
  return coreSandbox({ aliases: [{ id: 'a', label: 'é' }] }).toState(MACHINE_MS)
}

/** Creates a database file with this state, in the format of the sandbox. */
export function databaseOf(state: object): Buffer {
  return Buffer.concat(toFileParts(JSON.stringify(state)))
}

/** Returns a database file with any text, built by hand from the description of the format. */
export function sealed(body: string, format = 1): string {
  const sum = createHash('sha256').update(body).digest('hex')
  return `{"alias_sandbox":${format},"sha256":"${sum}","state":${body}}\n`
}
