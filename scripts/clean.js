// Empties what a build makes, so that nothing of an older one is shipped.
import { rmSync } from 'node:fs'

for (const folder of ['build', 'dist', 'generated']) {
  rmSync(new URL(`../${folder}`, import.meta.url), { recursive: true, force: true })
}
