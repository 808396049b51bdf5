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

describe('dist/sbom.cdx.json', () => {
  const bill = JSON.parse(textOf('dist/sbom.cdx.json')) as {
    bomFormat: string
    specVersion: string
    metadata: { component: { 'bom-ref': string } }
    components: Component[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }

  it('is a CycloneDX document of this version of the package', () => {
    const { name, version } = JSON.parse(textOf('package.json')) as Component
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    expect(bill.metadata.component).toMatchObject({ name, version, type: 'application' })
  })

  it('lists each package of which a part is shipped once, and no other', () => {
    const shipped = bundledPackages.map((folder) => {
      const { name, version } = JSON.parse(textOf(`${folder}/package.json`)) as Component
      return `${name} ${version}`
    })
    expect(bill.components.map(({ name, version }) => `${name} ${version}`)).toEqual([
      ...new Set(shipped),
    ])
    const refs = bill.components.map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    expect(bill.dependencies).toEqual([
      { ref: bill.metadata.component['bom-ref'], dependsOn: refs },
    ])
  })

  it('names the licence of each, and the hash by which the lock file knows it', () => {
    const integrities = Object.values(
      (JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }).packages,
    ).map(({ integrity }) => integrity)
    for (const { name, purl, licenses, hashes } of bill.components) {
      expect(licenses[0]?.license.id, name).toMatch(/^(?:MIT|MIT-0|ISC|BSD-3-Clause)$/)
      expect(purl, name).toMatch(/^pkg:npm\/(?:%40[^/]+\/)?[^/@]+@[\d.]+$/)
      const digest = Buffer.from(hashes[0]?.content ?? '', 'hex').toString('base64')
      expect(integrities, name).toContain(`sha512-${digest}`)
    }
  })
})

interface Component {
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses: { license: { id: string } }[]
  hashes: { alg: string; content: string }[]
}

interface Locked {
  integrity?: string
}
