// Empties the output folders, so that no file of an earlier build is shipped, and stores the checksum of the
// inputs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inputsChecksum, notePath } from './build-inputs.js'

for (const folder of ['build', 'dist', 'generated']) {
  rmSync(new URL(`../${folder}`, import.meta.url), { recursive: true, force: true })
}
mkdirSync(dirname(notePath), { recursive: true })
writeFileSync(notePath, inputsChecksum())
