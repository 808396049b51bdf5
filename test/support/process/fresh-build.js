// For everything in test/ that runs what `npm run build` made: who imports this refuses an old build.
import { fileURLToPath } from 'node:url'
import { isBuilt } from '../../../scripts/build-inputs.js'

if (!isBuilt()) {
  throw new Error('dist/ and build/ are missing or older than their sources: run `npm run build`')
}

/** The path of a file that the build makes, such as `dist/bin.js`. */
export function builtFile(path) {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url))
}
