import { readFileSync, rmSync, statSync } from 'node:fs'
import { runtimeError, usageError } from '../output/failure.ts'
import type { Context } from '../args/context.ts'
import { readRegularFile } from '../../node/files/regular-file.ts'
import { printable } from '../../text/escape.ts'
import type { ReadySandbox } from './ready.ts'
import { writeProblem, writeWholeFile } from '../../node/files/whole-file.ts'

/** A ready file is one line of JSON; a longer file is something else. */
const MAX_BYTES = 4_096

/** The file of `--ready-file`. It exists while the sandbox accepts calls. */
export type ReadyFile = {
  /** @throws Failure when the file cannot be written. */
  readonly write: (ready: ReadySandbox) => void
  readonly remove: () => void
}

const noReadyFile: ReadyFile = { write: () => {}, remove: () => {} }

type ReadyContext = Pick<Context<'ready-file'>, 'options' | 'labelOf' | 'io'>

/**
 * Removes the ready file of an earlier run, which could be mistaken for one of this run.
 * @throws Failure when the file is not a ready file.
 */
export function claimReadyFile({ options, labelOf, io }: ReadyContext): ReadyFile {
  const path = options['ready-file']
  if (path === undefined) return noReadyFile
  const label = labelOf('ready-file')
  removeStale(path, label)
  let written: string | undefined
  let stopWatching = () => {}
  const remove = () => {
    stopWatching()
    // Another sandbox may have replaced it in the meantime.
    if (written !== undefined && readIfThere(path) === written) rmSync(path, { force: true })
    written = undefined
  }
  return {
    write(ready) {
      const text = `${JSON.stringify(ready)}\n`
      try {
        writeWholeFile(path, text)
      } catch (error) {
        throw runtimeError(`cannot write ${label} ${printable(path)} (${writeProblem(error)})`)
      }
      written = text
      stopWatching = io.onExit(remove)
    },
    remove,
  }
}

/** Reads the ready file of a sandbox that runs. @throws Failure when there is none. */
export function readReadyFile(path: string, label: string): ReadySandbox {
  const option = `${label} ${printable(path)}`
  let text: string
  try {
    text = readRegularFile(path, MAX_BYTES).toString()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') {
      throw runtimeError(`${option} does not exist, so no sandbox that writes it is running`)
    }
    throw usageError(`cannot read ${option} (${code ?? message})`)
  }
  const ready = parseReady(text)
  if (ready === undefined) throw usageError(`${option}: not a ready file`)
  return ready
}

function parseReady(text: string): ReadySandbox | undefined {
  try {
    const ready = JSON.parse(text) as Partial<ReadySandbox> | null
    const isReady = ready?.event === 'ready' && URL.canParse(String(ready.url))
    return isReady && Number.isSafeInteger(ready.pid) ? (ready as ReadySandbox) : undefined
  } catch {
    return undefined
  }
}

/** Removes the ready file of an earlier run. @throws Failure when the file is not a ready file. */
function removeStale(path: string, label: string): void {
  const option = `${label} ${printable(path)}`
  try {
    const file = statSync(path, { throwIfNoEntry: false })
    if (file === undefined) return
    if (!file.isFile()) throw usageError(`${option}: not a regular file`)
    if (file.size > MAX_BYTES || !isReadyFile(readFileSync(path, 'utf8'))) {
      throw usageError(`${option}: the file exists and is not a ready file; it was not changed`)
    }
    rmSync(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === undefined) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR') return // writing it will report the error
    throw runtimeError(`cannot remove ${option} (${code})`)
  }
}

/** Whether it is a ready file, or an empty file as created by `mktemp`. */
function isReadyFile(text: string): boolean {
  return text.trim() === '' || text.startsWith('{"event":"ready",')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // already removed
  }
}
