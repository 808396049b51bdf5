import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import './support/process/fresh-build.js'
// @ts-expect-error: a script of the documentation, without types
import { allTexts } from '../scripts/texts.js'
import { docPages, userPages } from './support/doc-pages.ts'

// docs/terms.md has the words that took their place.
const retired =
  /\b(stor(y|ies)|journals?|snapshots?|saved states?|finding files?|time[ -]travel\w*|rew(ind|ound)\w*|matri(x|ces)|assumptions?)\b/gi

/** Names of others: what GitHub calls the variants of a job, and a test runner its recorded values. */
const foreign =
  /strategy\.matrix|strategy:\s+matrix:|matrix\.\w+|snapshots? of (Jest|Vitest)|toMatchSnapshot/g

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): [string, string] => [path, readFileSync(join(root, path), 'utf8')]
const isForOurselves = (path: string) => docPages.includes(path) && !userPages.includes(path)

const declarations = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.d\.c?ts$/.test(path))
  .map((path) => join('dist', path))
const files = ['SECURITY.md', 'CHANGELOG.md', 'clients/python/README.md', 'schema/openapi.json']
/** Help of every command, the texts of screens and messages, scenarios and pages for users. */
const texts = (allTexts as () => [string, string][])().filter(([name]) => !isForOurselves(name))

describe('words that were given up stand nowhere as names of ours', () => {
  it.each([...texts, ...[...files, ...declarations].map(read)])('%s', (_name, text) => {
    expect(text.replaceAll(foreign, '').match(retired) ?? []).toEqual([])
  })
})
