import { loadPackageFile } from './package-files.ts'

/** The version of this package. */
export const { version } = loadPackageFile('package.json') as { version: string }
