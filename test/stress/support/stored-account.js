import { readFileSync } from 'node:fs'
import { toStoredText } from '../../../build/history/session/text.js'
import { sampleTexts } from '../../../build/node/files/sample-texts.js'
import { fromFileBytes } from '../../../build/node/store/database-file.js'
import { assembleSession, endOf } from '../../../build/service/session-service.js'
import '../../support/process/fresh-build.js'

/** The sandbox that a database file holds. Throws if the file is damaged. */
function storedSandbox(file) {
  const session = fromFileBytes(file, readFileSync(file))
  const clock = { now: () => endOf(session), after: () => () => {} }
  return assembleSession(session, { clock, sampleTexts }).service.sandbox
}

/** The aliases of the first account in a database file, and the usage of its limits. */
export function storedAccount(file) {
  const { aliases, state } = storedSandbox(file).accounts()[0]
  return { aliases: aliases.after(null, 'oldest_first', aliases.size), usage: state.usage }
}

/** What a sandbox with the content of a database file writes. */
export function rewritten(file) {
  return toStoredText(storedSandbox(file), { version: 'stress', machineMs: Date.now() })
}
