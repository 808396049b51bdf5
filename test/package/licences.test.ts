import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

/** The folder of every package of which the bundlers put a file into a bundle. */
const bundledPackages = JSON.parse(textOf('build/packages.json')) as string[]

const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('dist/LICENSES.txt', () => {
  const shipped = textOf('dist/LICENSES.txt')

  it.each(bundledPackages)('contains the licence of %s, a part of which is shipped', (folder) => {
    const { name, version } = JSON.parse(textOf(`${folder}/package.json`)) as {
      name: string
      version: string
    }
    expect(shipped).toContain(`\n${name} ${version} (`)
    const file = readdirSync(`${root}/${folder}`).find((each) =>
      /^(licen[cs]e|copying)/i.test(each),
    )
    expect(wordsOf(shipped)).toContain(wordsOf(textOf(`${folder}/${file}`)))
  })

  it('covers the packages of the dashboard, of Node, and of what is loaded later', () => {
    const names = ['preact', '@preact/signals', '@preact/signals-core', 'express', 'postal-mime']
    names.push('@faker-js/faker', '@sinonjs/fake-timers')
    const folders = names.map((name) => `node_modules/${name}`)
    expect(bundledPackages).toEqual(expect.arrayContaining(folders))
  })
})
