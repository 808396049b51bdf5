import { readFileSync } from 'node:fs'

const PACKAGE = new URL('../package.json', import.meta.url)

/** The version of this package. */
export const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
