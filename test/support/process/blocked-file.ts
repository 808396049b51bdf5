import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes every write of a file fail (EISDIR) while its folder can be written, whoever runs the test;
 * answers what ends that.
 */
export function blockFile(file: string): () => void {
  renameSync(file, `${file}.aside`)
  mkdirSync(join(file, 'in-the-way'), { recursive: true })
  return () => {
    rmSync(file, { recursive: true })
    renameSync(`${file}.aside`, file)
  }
}
