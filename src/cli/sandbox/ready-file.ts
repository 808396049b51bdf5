import { readFileSync, rmSync, statSync } from 'node:fs'
import { runtimeError, usageError } from '../output/failure.ts'
import type { Io } from '../output/io.ts'
import { printable } from '../../text/escape.ts'
import type { Ready } from './ready.ts'
import { writeProblem, writeWholeFile } from '../output/write-file.ts'

/** A ready file is a line of JSON; what is longer is something else. */
const MAX_BYTES = 4_096

/** The file of `--ready-file`: there as long as calls are taken. */
export type ReadyFile = {
  /** @throws Failure when the file cannot be written. */
  readonly write: (ready: Ready) => void
  readonly remove: () => void
}

/**
 * Removes what an earlier run left, so that nobody takes it for this one's.
 * @throws Failure when the file is something else than a ready file.
 */
export function claimReadyFile(path: string | undefined, io: Io): ReadyFile {
  if (path === undefined) return { write: () => {}, remove: () => {} }
  const option = `--ready-file ${printable(path)}`
  removeStale(path)
  let written: string | undefined
  let stopWatching = () => {}
  const remove = () => {
    stopWatching()
    // Another sandbox may have written its own meanwhile.
    if (written !== undefined && readIfThere(path) === written) rmSync(path, { force: true })
    written = undefined
  }
  return {
    write(ready) {
      const text = `${JSON.stringify(ready)}\n`
      try {
        writeWholeFile(path, text)
      } catch (error) {
        throw runtimeError(`${option}: cannot be written (${writeProblem(error)})`)
      }
      written = text
      stopWatching = io.onExit(remove)
    },
    remove,
  }
}

/** Removes the ready file of an earlier run. @throws Failure when the file is something else. */
export function removeStale(path: string): void {
  const option = `--ready-file ${printable(path)}`
  try {
    const file = statSync(path, { throwIfNoEntry: false })
    if (file === undefined) return
    if (!file.isFile()) throw usageError(`${option}: is not a regular file`)
    if (file.size > MAX_BYTES || !isReadyFile(readFileSync(path, 'utf8'))) {
      throw usageError(`${option}: exists and is not a ready file; it is left as it is`)
    }
    rmSync(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === undefined) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR') return // told when it is written
    throw runtimeError(`${option}: cannot be removed (${code})`)
  }
}

/** Is it one, or an empty file, as `mktemp` makes it? */
function isReadyFile(text: string): boolean {
  return text.trim() === '' || text.startsWith('{"event":"ready",')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // gone, which is what is wanted
  }
}
