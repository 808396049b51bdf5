// Generates the files that the build ships in addition to the compiled code: the version and
// the scenarios, checked, so that a start loads no YAML parser; actions; sample texts; schemas and OpenAPI.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import { loadScenarioFolder } from '../build/node/files/scenario-files.js'
import { listedActions, scenarioJsonSchema } from './json-schema.js'
import { v1Document, wholeDocument } from './openapi/document.js'
import { drawnTexts } from './sample-texts.js'

const root = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
/** Of what git keeps, people read the changes: what fits on a line stands on one. */
const print = async (path, value) => {
  const options = { parser: 'json', printWidth: 160, tabWidth: 1 }
  writeFileSync(root(path), await format(JSON.stringify(value), options))
}
const write = (path, value) => writeFileSync(root(path), JSON.stringify(value))

mkdirSync(root('generated/texts'), { recursive: true })
mkdirSync(root('schema'), { recursive: true })
const { version } = JSON.parse(readFileSync(root('package.json'), 'utf8'))
write('generated/facts.json', { version, scenarios: loadScenarioFolder(root('scenarios')) })
write('generated/actions.json', listedActions())
write('schema/scenario.schema.json', scenarioJsonSchema())
await print('schema/openapi.json', wholeDocument())
await print('schema/openapi-v1.json', v1Document())

for (const [locale, texts] of Object.entries(drawnTexts()))
  write(`generated/texts/${locale}.json`, texts)
