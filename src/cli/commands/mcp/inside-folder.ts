import { constants, copyFileSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import { runtimeError, usageError } from '../../output/failure.ts'

/** Refuses a file that an agent may not read. @throws Failure */
export function checkReadable(file: string): void {
  const stats = statInside(file)
  if (!stats) throw usageError(`there is no file ${formatValue(file)}`)
  if (!stats.isFile()) throw usageError(`${formatValue(file)} is not a regular file`)
}

/** Refuses a file that an agent may not write: it writes new ones only. @throws Failure */
export function checkNew(file: string): void {
  if (statInside(file)) {
    throw usageError(
      `${formatValue(file)} exists already, and is not replaced: choose another name`,
    )
  }
  const folder = dirname(file)
  if (folder !== '.' && !statInside(folder)) {
    throw usageError(`there is no folder ${formatValue(folder)}`)
  }
}

/** Puts a file into the working folder, unless something has come to its place. @throws Failure */
export function putNew(from: string, file: string): void {
  checkNew(file)
  try {
    copyFileSync(from, file, constants.COPYFILE_EXCL)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw runtimeError(`cannot write ${formatValue(file)} (${code})`)
  }
}

/** The stats of a path inside the current folder; undefined if nothing is there. No link may lead out of it. @throws Failure */
function statInside(file: string) {
  const isPlain = !isAbsolute(file) && !file.split(/[/\\]/).includes('..') && !/^[a-z]:/i.test(file)
  if (!isPlain || file === '') {
    throw usageError(
      `${formatValue(file)} must be a path inside the working folder, such as run.html, without ".."`,
    )
  }
  const parts = file.split(/[/\\]/)
  const root = workingFolder()
  for (const [at] of parts.entries()) {
    const path = join(root, ...parts.slice(0, at + 1))
    const stats = statOf(path, file)
    if (stats?.isSymbolicLink()) {
      throw usageError(
        `${formatValue(relative(root, path))} is a symbolic link, which is not followed`,
      )
    }
  }
  return statOf(join(root, file), file)
}

/** @throws Failure when it was removed */
function workingFolder(): string {
  try {
    return realpathSync('.')
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw usageError(`the working folder cannot be read (${code})`)
  }
}

/** @throws Failure where the system takes no such path: one through a file, a name of 300 characters */
function statOf(path: string, file: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw usageError(`${formatValue(file)} is no usable path (${code}): choose another name`)
  }
}

/** A scenario by its name, or a file that may be read. @throws Failure */
export function toScenario(text: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(text)) return text
  checkReadable(text)
  return `./${text}`
}
