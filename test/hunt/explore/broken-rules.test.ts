import { expect, it } from 'vitest'
import { rules } from '../../../src/report/report.ts'
import { brokenRules } from '../../../src/hunt/explore/judge/broken-rules.ts'

/** Rules that only advise. */
const advisory = ['retries_collision']

it('each rule of etiquette that can be broken has words of its own', () => {
  const breakable = rules.map(({ rule }) => rule).filter((rule) => !advisory.includes(rule))
  expect(Object.keys(brokenRules).toSorted()).toEqual(breakable.toSorted())
  const titles = Object.values(brokenRules).map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})
