import { readFileSync } from 'node:fs'

/**
 * Where a file of this package is. Told from here because this module stands one folder below the
 * package's root wherever it goes: in `src/`, compiled, and in the flat folder of the bundle.
 */
export function packageFile(path: string): URL {
  return new URL(`../${path}`, import.meta.url)
}

/** A JSON file of this package, as it was shipped. */
export function readPackageJson(path: string): unknown {
  return JSON.parse(readFileSync(packageFile(path), 'utf8'))
}
