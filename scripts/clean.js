// Empties what a build makes, so that nothing of an older one is shipped, and notes what the new one is
// made from.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inputsChecksum, notePath } from './build-inputs.js'

for (const folder of ['build', 'dist', 'generated']) {
  rmSync(new URL(`../${folder}`, import.meta.url), { recursive: true, force: true })
}
mkdirSync(dirname(notePath), { recursive: true })
writeFileSync(notePath, inputsChecksum())
