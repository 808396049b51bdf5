import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Writes a file whole or not at all: into a new file beside it, which then takes its place. Only the
 * user may read it. @throws the system's error
 */
export function writeWholeFile(path: string, text: string): void {
  const temporary = join(dirname(path), `.alias-sandbox-${randomBytes(8).toString('hex')}.tmp`)
  const file = openSync(temporary, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
    closeSync(file)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
