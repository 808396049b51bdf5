// Builds the files for sample data at run time: faker as one CommonJS file, and the data of each locale. Both
// are loaded synchronously at first use, which can happen in a call of /v1.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allLocales } from '@faker-js/faker'
import { bundle } from './bundled.js'
import { sampleLocales } from '../build/contract/scenario/sample-data.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The kinds of data that src/scenario/sample-recipes.ts uses: 0.35 of 0.9 MB. */
const KINDS = ['metadata', 'person', 'company', 'commerce', 'lorem', 'word']
const PLACES = ['city_name', 'city_pattern', 'city_prefix', 'city_suffix', 'state']

const pick = (object, keys) => Object.fromEntries(keys.map((key) => [key, object?.[key]]))

/** Writes generated/faker/. */
export async function writeFaker() {
  const folder = at('generated/faker')
  mkdirSync(folder, { recursive: true })
  await bundle({
    stdin: { contents: `export { Faker } from '@faker-js/faker'`, resolveDir: at('.') },
    outfile: `${folder}/faker.cjs`,
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none', // dist/LICENSES.txt contains them in full
    logLevel: 'warning',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
  })
  for (const locale of sampleLocales) {
    const all = allLocales[locale]
    const data = { ...pick(all, KINDS), location: pick(all.location, PLACES) }
    writeFileSync(`${folder}/${locale}.json`, JSON.stringify(data))
  }
}
