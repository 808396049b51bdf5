import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { codeOf } from './database-error.ts'
import type { FileSystem } from './file-system.ts'
import { removeFile } from './temporary.ts'

/**
 * Puts these bytes in a file's place, whole or not at all: when it resolves, they outlive the death
 * of the process and, as far as the disk keeps its word, a power cut. Readable by its owner only.
 *
 * They are written in the folder `from` first. Both steps name that folder, so who takes it away makes
 * every write fail that has not replaced the file by then, wherever its process was stopped.
 * @throws the system's error, such as ENOSPC; the file is then as it was, or, if only its folder could
 * not be synced ({@link isInPlace}), as it should be.
 */
export async function writeDurably(
  fs: FileSystem,
  from: string,
  file: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  const temporary = join(from, `${randomBytes(8).toString('hex')}.tmp`)
  try {
    await writeAndSync(fs, temporary, parts)
    await fs.rename(temporary, file)
  } catch (error) {
    await removeFile(fs, temporary).catch(() => {}) // it goes with its folder
    throw error
  }
  await syncFolder(fs, dirname(file)).catch((cause: unknown) => {
    throw new UnsyncedFolder(codeOf(cause), { cause })
  })
}

/** Did a write fail so late that the new file is in its place, though a power cut may undo that? */
export function isInPlace(error: unknown): boolean {
  return error instanceof UnsyncedFolder
}

class UnsyncedFolder extends Error {}

async function writeAndSync(
  fs: FileSystem,
  file: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600) // never a file or link that is there already
  try {
    // writeFile goes on after a short write: a disk that fills up fails here.
    for (const part of parts) await handle.writeFile(part)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What makes the new name durable. Windows cannot open folders and needs no such thing. */
async function syncFolder(fs: FileSystem, folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
