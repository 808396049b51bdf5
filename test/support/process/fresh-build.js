// For tests that use the output of `npm run build`: importing this file fails if the build is outdated.
import { fileURLToPath } from 'node:url'
import { isBuilt } from '../../../scripts/build-inputs.js'

if (!isBuilt()) {
  throw new Error('dist/ and build/ are missing or older than their sources: run `npm run build`')
}

/** Returns the path of a built file, such as `dist/bin.cjs`. */
export function builtFile(path) {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url))
}
