import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from './database-error.ts'

/**
 * Puts these bytes in a file's place, whole or not at all: when it resolves, they outlive the death
 * of the process and, as far as the disk keeps its word, a power cut. Readable by its owner only.
 * @throws the system's error, such as ENOSPC; the file is then as it was, or, if only the folder could
 * not be synced ({@link isInPlace}), as it should be.
 */
export async function writeDurably(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const temporary = temporaryName(file)
  try {
    await writeAndSync(temporary, parts)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}) // the next start removes it
    throw error
  }
  await syncFolder(dirname(file)).catch((cause: unknown) => {
    throw new UnsyncedFolder(codeOf(cause), { cause })
  })
}

/** A name beside a file that nobody can have known; {@link removeLeftovers} knows it again. */
export function temporaryName(file: string): string {
  return join(dirname(file), `.${basename(file)}.${randomBytes(8).toString('hex')}.tmp`)
}

/** Did a write fail so late that the new file is in its place, though a power cut may undo that? */
export function isInPlace(error: unknown): boolean {
  return error instanceof UnsyncedFolder
}

class UnsyncedFolder extends Error {}

async function writeAndSync(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const handle = await open(file, 'wx', 0o600) // never a file or link that is there already
  try {
    // writeFile goes on after a short write: a disk that fills up fails here.
    for (const part of parts) await handle.writeFile(part)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What makes the new name durable. Windows cannot open folders and needs no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes what a killed process left of {@link writeDurably}, and nothing else. */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file)
  const prefix = `.${basename(file)}.`
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    const isOurs = name.startsWith(prefix) && /^[0-9a-f]{16}\.tmp$/.test(name.slice(prefix.length))
    if (isOurs && entry.isFile()) await rm(join(folder, name), { force: true })
  }
}
