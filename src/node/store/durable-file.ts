import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { codeOf } from './database-error.ts'
import type { FileSystem } from './file-system.ts'
import { removeFile } from './temporary.ts'

/**
 * Replaces a file atomically with these bytes, readable only by the owner. When the promise resolves, they
 * survive the end of the process and, if the disk syncs as it promises, a power cut.
 *
 * The bytes are written to a temporary file in the folder `from`, which is then renamed. Both steps use the
 * path of that folder: once it is moved away, a write that has not yet replaced the file fails, even if its
 * process was suspended in between.
 * @throws the system's error, such as ENOSPC. The file is then unchanged, or, if only the sync of its folder
 * failed ({@link isInPlace}), already replaced.
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
    await removeFile(fs, temporary).catch(() => {}) // removed together with its folder
    throw error
  }
  await syncFolder(fs, dirname(file)).catch((cause: unknown) => {
    throw new UnsyncedFolder(codeOf(cause), { cause })
  })
}

/** Whether a write failed after the new file was in place, so that a power cut may still undo it. */
export function isInPlace(error: unknown): boolean {
  return error instanceof UnsyncedFolder
}

class UnsyncedFolder extends Error {}

async function writeAndSync(
  fs: FileSystem,
  file: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600) // never opens an existing file or link
  try {
    // writeFile continues after a short write, so a full disk causes an error here.
    for (const part of parts) await handle.writeFile(part)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the new name durable. Windows cannot open folders and does not need this. */
async function syncFolder(fs: FileSystem, folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
