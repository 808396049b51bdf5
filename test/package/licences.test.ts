import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

/** The folder of every package of which the build put a file into a bundle. */
function bundledPackages(): string[] {
  const files = JSON.parse(textOf('build/bundled.json')) as string[]
  const folders = files.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  )
  return [...new Set(folders)]
}

const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim()

const shippedDeclarations = readdirSync(`${root}/dist/types`).map(
  (file) => `node_modules/${file.replace(/\.d\.ts$/, '')}`,
)

describe('dist/LICENSES.txt', () => {
  const shipped = textOf('dist/LICENSES.txt')

  it.each([...new Set([...bundledPackages(), ...shippedDeclarations])])(
    'contains the licence of %s, a part of which is shipped',
    (folder) => {
      const { name, version } = JSON.parse(textOf(`${folder}/package.json`)) as {
        name: string
        version: string
      }
      expect(shipped).toContain(`\n${name} ${version} (`)
      const file = readdirSync(`${root}/${folder}`).find((each) =>
        /^(licen[cs]e|copying)/i.test(each),
      )
      // Words that many have stand once, at the end.
      const [own = '', notice = ''] = wordsOf(textOf(`${folder}/${file}`)).split(
        /(?=Permission is)/,
      )
      expect(wordsOf(shipped)).toContain(own)
      expect(wordsOf(shipped)).toContain(notice)
    },
  )

  it('covers the packages of the dashboard', () => {
    const names = ['preact', '@preact/signals', '@preact/signals-core', 'express']
    const folders = names.map((name) => `node_modules/${name}`)
    expect(bundledPackages()).toEqual(expect.arrayContaining(folders))
  })

  it('covers every bundle: all scripts bundle in one place, which records the contents', () => {
    const scripts = readdirSync(`${root}/scripts`).filter((file) => file.endsWith('.js'))
    const bundlers = scripts.filter((file) =>
      /\bbuild\b.* from 'esbuild'/.test(textOf(`scripts/${file}`)),
    )
    // docs.js bundles the generator of the documentation, which is not shipped; join-chunks.js joins what is recorded.
    expect(bundlers).toEqual(['bundled.js', 'docs.js', 'join-chunks.js'])
    expect(existsSync(`${root}/dist/dashboard/app.js`)).toBe(true)
  })
})
