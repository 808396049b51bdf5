import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const GUARD = 'test/support/process/fresh-build.js'
const SELF = 'test/fresh-build.test.ts'

/** A path into a folder that the build makes: `'dist/…'`, `'../../build/…'`, `${folder}/dist/…`. */
const BUILT_PATH = /(?:['"`]|\$\{\w+\}\/)(?:\.{1,2}\/)*(?:dist|build)\//
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The files of this project that a file imports, by their paths from the root. */
function importsOf(file: string): string[] {
  return Array.from(textOf(file).matchAll(IMPORT), ([, to = '']) =>
    relative(root, join(root, dirname(file), to)),
  ).filter((to) => existsSync(join(root, to)))
}

const scripts = new Map<string, boolean>()

/** Does a script lead to the build? */
function isBuiltOn(script: string): boolean {
  const known = scripts.get(script)
  if (known !== undefined) return known
  scripts.set(script, false) // scripts that import each other
  const found = BUILT_PATH.test(textOf(script)) || importsOf(script).some(isBuiltOn)
  scripts.set(script, found)
  return found
}

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ts|js)$/.test(file) && !file.includes('node_modules'))
  .map((file) => join('test', file))
  .filter((file) => !file.startsWith('test/support/process/fresh-build.') && file !== SELF)

const users = files.filter(
  (file) =>
    BUILT_PATH.test(textOf(file)) ||
    importsOf(file).some((to) => to.startsWith('scripts/') && isBuiltOn(to)),
)

it('finds the files that use the build', () => {
  expect(users).toEqual(
    expect.arrayContaining([
      'test/docs-output.test.ts', // by a script
      'test/stress/file-operations.js', // by an import
      'test/support/process/built-cli.ts', // by a path
    ]),
  )
})

it.each(users)('%s refuses a build that is older than its sources', (file) => {
  expect(importsOf(file)).toContain(GUARD)
})
