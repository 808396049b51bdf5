import { expect, it } from 'vitest'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn, toStrict } from '../../src/report/report.ts'
import { create, lived } from '../support/core/judged.ts'

it('fails in a strict report where the verdict would be advice, and says that it is strict', () => {
  const report = reportOn([toJudged(lived({ faults: [{ kind: 'collision' }] }, [create]))])
  const strict = toStrict(report)
  const advised = report.etiquette.filter(({ verdict }) => verdict === 'advice')
  expect(advised.map(({ rule }) => rule)).toEqual(['retries_collision'])
  expect(strict.strict).toBe(true)
  for (const [at, row] of strict.etiquette.entries()) {
    const before = report.etiquette[at]!
    const verdict = before.verdict === 'advice' ? 'fail' : before.verdict
    expect(row).toEqual({ ...before, verdict })
  }
})
