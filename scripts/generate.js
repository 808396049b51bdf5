// Generates the files that the build ships in addition to the compiled code: the version and
// the scenarios, checked, so that a start loads no YAML parser; actions; faker's words; schemas and OpenAPI.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allLocales } from '@faker-js/faker'
import { sampleLocales } from '../build/contract/scenario/sample-data.js'
import { loadScenarioFolder } from '../build/node/files/scenario-files.js'
import { listedActions, scenarioJsonSchema } from './json-schema.js'
import { v1Document, wholeDocument } from './openapi/document.js'
import { printJson } from './print-json.js'

const root = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const write = (path, value) => writeFileSync(root(path), printJson(value))

mkdirSync(root('generated/faker'), { recursive: true })
mkdirSync(root('schema'), { recursive: true })
const { version } = JSON.parse(readFileSync(root('package.json'), 'utf8'))
write('generated/facts.json', { version, scenarios: loadScenarioFolder(root('scenarios')) })
write('generated/actions.json', listedActions())
write('schema/scenario.schema.json', scenarioJsonSchema())
write('schema/openapi.json', wholeDocument())
write('schema/openapi-v1.json', v1Document())

/** Of what faker has of a locale, what src/scenario/sample-recipes.ts uses: 0.35 of 0.9 MB. */
const KINDS = ['metadata', 'person', 'company', 'commerce', 'lorem', 'word']
const PLACES = ['city_name', 'city_pattern', 'city_prefix', 'city_suffix', 'state']
const pick = (object, keys) => Object.fromEntries(keys.map((key) => [key, object?.[key]]))
for (const locale of sampleLocales) {
  const all = allLocales[locale]
  const data = { ...pick(all, KINDS), location: pick(all.location, PLACES) }
  writeFileSync(root(`generated/faker/${locale}.json`), JSON.stringify(data))
}
