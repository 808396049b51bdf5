import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs'

/** Windows has neither O_NONBLOCK nor O_NOFOLLOW; undefined counts as 0 below. */
const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
const CHUNK_BYTES = 64 * 1024

/** A path that cannot be read. The message follows the path, as in `x.yaml: is not a regular file`. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/**
 * Reads a regular file of at most `maxBytes`. It never blocks on a pipe, and it does not rely on the
 * reported size, which is 0 for files in /proc.
 * @throws UnreadableFile, or the system's error.
 */
export function readRegularFile(
  path: string,
  maxBytes: number,
  { followLinks = true }: { followLinks?: boolean } = {},
): Buffer {
  refuseSpecial(statSync(path)) // opening some devices has side effects
  const file = openSync(path, O_RDONLY | O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW))
  try {
    const stats = fstatSync(file)
    refuseSpecial(stats) // the file may have been replaced in between
    const tooLarge = new UnreadableFile(`is larger than ${sizeText(maxBytes)}`)
    if (stats.size > maxBytes) throw tooLarge
    const chunks: Buffer[] = []
    for (let total = 0; ;) {
      const room = Math.max(CHUNK_BYTES, stats.size - total)
      const chunk = Buffer.allocUnsafe(room + 1)
      const length = readSync(file, chunk)
      if (length === 0) return Buffer.concat(chunks, total)
      total += length
      if (total > maxBytes) throw tooLarge
      chunks.push(chunk.subarray(0, length))
    }
  } finally {
    closeSync(file)
  }
}

function refuseSpecial(stats: Stats): void {
  if (!stats.isFile()) throw new UnreadableFile('is not a regular file')
}

function sizeText(bytes: number): string {
  const mib = bytes / 1024 ** 2
  return mib >= 1 ? `${mib} MiB` : `${bytes / 1024} KiB`
}
