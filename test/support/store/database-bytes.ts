import { createHash } from 'node:crypto'
import type { Session } from '../../../src/contract/session/session.ts'
import type { AccountState } from '../../../src/contract/state/state.ts'
import { loadSession } from '../../../src/history/session/load-session.ts'
import { toStoredText } from '../../../src/history/session/text.ts'
import { toFileParts } from '../../../src/node/store/database-file.ts'
import { callCore } from '../core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../core/core-sandbox.ts'
import { stateOf } from '../core/states.ts'

/** A small session: one account, one alias, a creation. */
export function smallSession(): Session {
  const sandbox = coreSandbox({ aliases: [{ id: 'a', label: 'é' }] })
  callCore(sandbox)
  return JSON.parse(toStoredText(sandbox, { version: '1.0.0', machineMs: MACHINE_MS })) as Session
}

/** Creates a database file with this session, in the format of the sandbox. */
export function databaseOf(session: object): Buffer {
  return Buffer.concat(toFileParts(JSON.stringify(session)))
}

const HEADER = '{"format":"alias-sandbox-session","version":1,'

/** The same for any text that begins as a session does, built by hand from the description of the format. */
export function sealed(session: string, version = 1): string {
  const body = `${session.slice(HEADER.length)}\n`
  const sum = createHash('sha256').update(body).digest('hex')
  return `{"format":"alias-sandbox-session","version":${version},"sha256":"${sum}",${body}`
}

/** The accounts to which a session leads. */
export function accountsIn(session: Session): AccountState[] {
  const sandbox = coreSandbox({})
  loadSession(sandbox, session, { machineMs: MACHINE_MS, isOwn: true })
  return stateOf(sandbox, Number.MIN_SAFE_INTEGER).accounts
}
