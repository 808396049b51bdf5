import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = packageRoot()
const load = createRequire(import.meta.url)

/** The folder of package.json above this module, which is in the sources, in the compiled output, or in the bundle. */
function packageRoot(): URL {
  let folder = new URL('.', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder)
  return folder
}

/** Returns the URL of a file in this package. */
export function packageFile(path: string): URL {
  return new URL(path, root)
}

/** Loads a JSON file or a module of this package, at once. */
export function loadPackageFile(path: string): unknown {
  return load(fileURLToPath(packageFile(path)))
}
