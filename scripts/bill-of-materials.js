// The packages that are bundled, as a CycloneDX document: `npm sbom` lists only dependencies, of which we have none.
import { readFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

/** The same packages give the same text: it has no serial number and no time, which are optional. */
export function billOfMaterials(folders) {
  const { name, version, license } = read('package.json')
  const locked = read('package-lock.json').packages
  const bundled = folders.map((folder) => {
    const { name: packed, license: terms } = read(`${folder}/package.json`)
    const { version: resolved, integrity } = locked[folder]
    return { ...component(packed, resolved, terms), hashes: [hashOf(integrity)] }
  })
  // A package of one version may stand in two folders.
  const components = [...new Map(bundled.map((each) => [each.purl, each])).values()]
  const itself = { ...component(name, version, license), type: 'application' }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { lifecycles: [{ phase: 'build' }], component: itself },
    components,
    dependencies: [{ ref: itself.purl, dependsOn: components.map(({ purl }) => purl) }],
  }
}

function component(name, version, license) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const licenses = [{ license: { id: license } }]
  return { type: 'library', 'bom-ref': purl, name, version, licenses, purl }
}

/** The hash of the registry's tarball, as the lock file has it. */
function hashOf(integrity) {
  const [, digest] = /^sha512-(\S+)$/.exec(integrity)
  return { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }
}
