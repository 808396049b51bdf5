// Empties output folders, so that no file of an earlier build is shipped. `clean.js compiled` runs before the
// compiler and keeps the last build; `clean.js shipped` runs once the sources compile.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inputsChecksum, notePath } from './build-inputs.js'

const remove = (folder) =>
  rmSync(new URL(`../${folder}`, import.meta.url), { recursive: true, force: true })
// Of the sources as the compiler reads them. It becomes the note of the build once they have compiled.
const started = `${notePath}.started`

if (process.argv[2] === 'compiled') {
  remove('build')
  mkdirSync(dirname(notePath), { recursive: true })
  writeFileSync(started, inputsChecksum())
} else {
  for (const folder of ['dist', 'generated']) remove(folder)
  renameSync(started, notePath)
}
