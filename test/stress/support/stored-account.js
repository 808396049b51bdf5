import { readFileSync } from 'node:fs'
import { toStoredText } from '../../../build/history/session/text.js'
import { sampleTexts } from '../../../build/node/files/sample-texts.js'
import { fromFileBytes } from '../../../build/node/store/database-file.js'
import { openHistory } from '../../../build/page/service/open-history.js'
import '../../support/process/fresh-build.js'

/** The sandbox that a database file holds. Throws if the file is damaged. */
const storedSandbox = (file) =>
  openHistory(fromFileBytes(file, readFileSync(file)), sampleTexts).sandbox

/** The aliases of the first account in a database file, and the usage of its limits. */
export function storedAccount(file) {
  const { aliases, state } = storedSandbox(file).accounts()[0]
  return { aliases: aliases.after(null, 'oldest_first', aliases.size), usage: state.usage }
}

/** What a sandbox with the content of a database file writes. */
export function rewritten(file) {
  return toStoredText(storedSandbox(file), { version: 'stress', machineMs: Date.now() })
}
