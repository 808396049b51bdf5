import { describe, expect, it } from 'vitest'
import { toEtiquetteResult } from '../../src/results/etiquette-result.ts'
import { resultFormats } from '../../src/results/formats.ts'
import { toJUnit } from '../../src/results/junit.ts'
import { toMarkdown } from '../../src/results/markdown.ts'
import { idleReport, livelyReport, oddReport } from '../support/core/sample-reports.ts'
import { resultWith } from '../support/core/sample-results.ts'

describe('a report as Markdown', () => {
  it.each([
    ['what failed, and folds the rest', 'lively', livelyReport()],
    ['no text that would end a cell', 'odd', oddReport()],
  ])('has %s', async (_what, name, report) => {
    const text = toMarkdown(toEtiquetteResult(report))
    await expect(text).toMatchFileSnapshot(`expected/${name}.md`)
  })

  it('counts several accounts', () => {
    expect(toMarkdown(toEtiquetteResult(idleReport()))).toContain('in 0 requests of 2 accounts')
  })
})

it('a report as JUnit XML has one test case per rule, and no character that XML forbids', async () => {
  const text = toJUnit(toEtiquetteResult(oddReport()))
  await expect(text).toMatchFileSnapshot('expected/odd.xml')
})

it('a failure in JUnit has the output of its run below the details', () => {
  const output = 'first\nlast <line>\n'
  const failed = {
    name: 'a',
    status: 'fail',
    message: 'exit 1',
    details: ['Why.'],
    output,
  } as const
  expect(toJUnit(resultWith([failed]))).toContain(
    '<failure message="exit 1">Why.\nfirst\nlast &lt;line&gt;\n</failure>',
  )
})

describe('all formats', () => {
  const formats = Object.entries(resultFormats)
  /** As one line, without what a format needs around it. */
  const flat = (text: string) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name]!)
      .replaceAll('\\', '')
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

  it.each(formats)('say what is wrong, what to do and where it shows: %s', (_format, write) => {
    const report = livelyReport()
    const text = flat(write(toEtiquetteResult(report)))
    const broken = report.etiquette.filter(({ verdict }) => /fail|advice/.test(verdict))
    expect(broken.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'advice'])
    for (const { title, why, expected, source, entries } of broken) {
      for (const said of [title, why, expected, source, ...entries]) expect(text).toContain(said)
    }
  })

  it.each(formats)('show no key that a client wrote: %s', (_format, write) => {
    const key = 'sk_live_9aB3xY7qLm2Kd8Rt5Wz1'
    const wrote = { as: 'output', title: 'Its last output', lines: [`using ${key}`] } as const
    const cases = (['fail', 'advice', 'pass', 'skipped'] as const).map((status) => {
      return { name: status, status, message: `said ${key}`, details: [key, wrote], output: key }
    })
    expect(write(resultWith(cases, { notes: [key, wrote] }))).not.toContain(key.slice(4))
  })
})
