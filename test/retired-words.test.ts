import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import './support/process/fresh-build.js'
import { userPages } from './support/doc-pages.ts'

// docs/terms.md has the words that took their place.
const retired =
  /\b(stor(y|ies)|journals?|snapshots?|saved states?|finding files?|time[ -]travel\w*|rew(ind|ound)\w*|matri(x|ces)|assumptions?)\b/gi

/** Names of others: what GitHub calls the variants of a job, and a test runner its recorded values. */
const foreign =
  /strategy\.matrix|strategy:\s+matrix:|matrix\.\w+|snapshots? of (Jest|Vitest)|toMatchSnapshot/g

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): [string, string] => [path, readFileSync(join(root, path), 'utf8')]

const files = ['SECURITY.md', 'CHANGELOG.md', 'clients/python/README.md', 'schema/openapi.json']

function filesIn(folder: string, form: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => form.test(path))
    .map((path) => join(folder, path))
}

/** The texts in a source: help, messages and screens. esbuild leaves out comments and types, and quotes the text of JSX. */
function textsIn(path: string): [string, string] {
  const loader = path.endsWith('x') ? 'tsx' : 'ts'
  const { code } = transformSync(read(path)[1], { loader, jsx: 'automatic', charset: 'utf8' })
  const literals = code.match(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g) ?? []
  return [path, literals.filter((text) => /[a-z]{2} [a-z(]/i.test(text)).join('\n')]
}

const texts = filesIn('src', /\.tsx?$/).map(textsIn)
const others = [...filesIn('scenarios', /\.yaml$/), ...filesIn('dist', /\.d\.c?ts$/)]
const whole = [...files, ...others, ...userPages].map(read)

describe('words that were given up stand nowhere as names of ours', () => {
  it.each([...texts, ...whole])('%s', (_name, text) => {
    expect(text.replaceAll(foreign, '').match(retired) ?? []).toEqual([])
  })
})
