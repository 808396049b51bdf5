import { existsSync, readFileSync } from 'node:fs'

const root = packageRoot()

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

/** Reads a JSON file of this package. */
export function readPackageJson(path: string): unknown {
  return JSON.parse(readFileSync(packageFile(path), 'utf8'))
}
