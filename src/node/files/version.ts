import { readPackageJson } from './package-files.ts'

/** The version of this package. */
export const { version } = readPackageJson('package.json') as { version: string }
