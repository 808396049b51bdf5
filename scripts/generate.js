// Generates the files that the build ships in addition to the compiled code: the scenarios as validated JSON
// (so that a start loads no YAML parser), the JSON Schemas and the OpenAPI documents.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadScenarioFolder } from '../build/scenario/load.js'
import { listedActions, scenarioJsonSchema } from './json-schema.js'
import { v1Document, wholeDocument } from './openapi/document.js'
import { writeFaker } from './faker.js'
import { printJson } from './print-json.js'

const root = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const write = (path, value) => writeFileSync(root(path), printJson(value))

mkdirSync(root('generated'), { recursive: true })
mkdirSync(root('schema'), { recursive: true })
write('generated/scenarios.json', loadScenarioFolder(root('scenarios')))
write('generated/actions.json', listedActions())
await writeFaker()
write('schema/scenario.schema.json', scenarioJsonSchema())
write('schema/openapi.json', wholeDocument())
write('schema/openapi-v1.json', v1Document())
