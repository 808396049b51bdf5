// Builds, unless the last build used the same sources.
import { isBuilt } from './build-inputs.js'

if (!isBuilt()) {
  console.error('Building, since the sources have changed or were not built yet …')
  await import('./build.js')
}
