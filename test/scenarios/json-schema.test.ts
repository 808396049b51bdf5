import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
// @ts-expect-error: a script of the build, without types
import { scenarioJsonSchema } from '../../scripts/json-schema.js'

const shipped = new URL('../../schema/scenario.schema.json', import.meta.url)

it('is what the contract says now (npm run build makes it anew)', () => {
  const made: unknown = JSON.parse(JSON.stringify(scenarioJsonSchema()))
  expect(JSON.parse(readFileSync(shipped, 'utf8'))).toEqual(made)
})

it('offers every word of the format to an editor', () => {
  const text = readFileSync(shipped, 'utf8')
  for (const word of ['past_due', 'draw_collision', 'settle_invoice', 'retry_after', 'page_size']) {
    expect(text).toContain(`"${word}"`)
  }
})
