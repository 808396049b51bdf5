import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import '../support/process/fresh-build.js'

const shipped = new URL('../../schema/scenario.schema.json', import.meta.url)

it('the JSON Schema offers every word of the format to an editor', () => {
  const text = readFileSync(shipped, 'utf8')
  for (const word of ['past_due', 'draw_collision', 'settle_invoice', 'retry_after', 'page_size']) {
    expect(text).toContain(`"${word}"`)
  }
})

const folder = new URL('../../scenarios/', import.meta.url)
const valid = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(shipped, 'utf8')) as object,
)

it.each(readdirSync(folder))('allows %s', (file) => {
  valid(parse(readFileSync(new URL(file, folder), 'utf8')))
  expect(valid.errors ?? []).toEqual([])
})

it.each([
  { account: { plan: 'gold' } },
  { acount: {} },
  { faults: [{ kind: 'outag' }] },
  { timeline: [{ at: '+1s', do: 'advance_clock', by: '1s' }] },
  { choices: { list_ordr: 'by_id' } },
  { expect: [{ do: 'settle_invoic' }] },
])('the JSON Schema refuses %j', (scenario) => {
  expect(valid(scenario)).toBe(false)
})
