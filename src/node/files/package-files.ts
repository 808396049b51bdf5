import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/**
 * Returns the URL of a file in this package. This module is one folder below the package root in `src/`,
 * in the compiled output and in the bundle, so the same relative path works everywhere.
 */
export function packageFile(path: string): URL {
  return new URL(`../${path}`, import.meta.url)
}

/** Returns the URL of a module beside this one, which is TypeScript or compiled like this one. */
export function moduleBeside(name: string): URL {
  return new URL(`./${name}${extname(import.meta.url)}`, import.meta.url)
}

/** Reads a JSON file of this package. */
export function readPackageJson(path: string): unknown {
  return JSON.parse(readFileSync(packageFile(path), 'utf8'))
}
