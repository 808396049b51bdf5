import { describe, expect, it } from 'vitest'
import { actions } from '../../src/contract/actions.ts'
import { choiceIds, choiceRow } from '../../src/contract/choices/choices.ts'
import { documentedErrors, errors } from '../../src/contract/errors.ts'
import { rules } from '../../src/report/report.ts'
import { problemKinds } from '../../src/hunt/explore/problem.ts'
import { linesAt, placesIn } from '../support/document.ts'

// Each quotation of the API document is looked up in its text, at the place that is named.

const broken = rules.flatMap((rule) => (rule.broken ? [{ name: rule.rule, ...rule.broken }] : []))
/** A problem without a source stands on a sentence of our own. */
const problems = Object.entries(problemKinds)
  .map(([name, { sentence, source }]) => ({ name, sentence, source: source as string }))
  .filter(({ source }) => source !== '')

const ofDocument: { name: string; source: string }[] = [
  ...rules.map(({ rule: name, source }) => ({ name, source })),
  ...documentedErrors.map((name) => ({ name, source: errors[name].source })),
  ...Object.entries(actions).flatMap(([name, row]) =>
    'source' in row ? { name, source: row.source } : [],
  ),
  ...choiceIds
    .map((name) => ({ name, source: choiceRow(name).source }))
    .filter(({ source }) => source !== 'not mentioned'),
]

describe('the API document', () => {
  it.each([...broken, ...problems])(
    'has the sentence of $name where it says',
    ({ sentence, source }) => {
      const lines = placesIn(source)
        .flatMap(linesAt)
        .map((line) => line.replaceAll(/\s+/g, ' '))
      expect(lines).toContainEqual(expect.stringContaining(sentence))
    },
  )

  it.each(ofDocument)('has the place that $name names: $source', ({ source }) => {
    for (const place of placesIn(source)) expect(linesAt(place), place).not.toEqual([])
  })

  it('has no invented sentence, section, row or rule', () => {
    const invented = ['Quotas, Burst', 'Errors, 418', 'Errors, rule 9', 'Limits, Weekly cap']
    for (const source of invented) expect(linesAt(source), source).toEqual([])
    expect(linesAt('Errors, rule 2').join()).not.toContain('Clients must retry within a minute.')
  })
})
