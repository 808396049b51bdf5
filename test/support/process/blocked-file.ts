import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes every write of a file fail (EISDIR) for any user, while its folder stays writable; returns a
 * function that ends this.
 */
export function blockFile(file: string): () => void {
  renameSync(file, `${file}.aside`)
  mkdirSync(join(file, 'in-the-way'), { recursive: true })
  return () => {
    rmSync(file, { recursive: true })
    renameSync(`${file}.aside`, file)
  }
}
