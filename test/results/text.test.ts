import { expect, it } from 'vitest'
import { toEtiquetteResult } from '../../src/results/etiquette-result.ts'
import type { Result } from '../../src/results/result.ts'
import { toText } from '../../src/results/text.ts'
import { idleReport, livelyReport, oddReport } from '../support/core/sample-reports.ts'
import { resultWith } from '../support/core/sample-results.ts'

it.each([
  ['what failed first, with the reason', 'lively', livelyReport()],
  ['that no outcome occurred', 'idle', idleReport()],
  ['odd texts in lines of 80 columns, and no empty sections', 'odd', oddReport()],
])('a report as text has %s', async (_what, name, report) => {
  const text = toText(toEtiquetteResult(report))
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  await expect(text).toMatchFileSnapshot(`expected/${name}.txt`)
})

const failing = (name: string) => ({
  name,
  status: 'fail' as const,
  message: 'It is wrong.',
  details: ['See rule 1.'],
})
const passing = { name: 'fine', status: 'pass' as const }

it('the headline is the last line', () => {
  const text = toText(resultWith([failing('a')], { notes: ['A note.'] }))
  expect(text).toBe(`FAIL   a
       It is wrong.
       See rule 1.

A note.

hunt: 1 problem
`)
})

it('what passed and what was skipped is left out of a brief text only', () => {
  const cases: Result['cases'] = [passing, { name: 'c', status: 'skipped', message: 'no time' }]
  expect(toText(resultWith(cases))).toBe('pass   fine\n-      c: no time\n\nhunt: 1 problem\n')
  expect(toText(resultWith(cases, { isBrief: true }))).toBe('hunt: 1 problem\n')
})

it('names those that it does not tell in full', () => {
  const cases = ['a', 'b', 'c'].map(failing)
  const text = toText(resultWith(cases, { inFull: 1 }))
  expect(text).toContain('\n\n2 more; --verbose tells all of them: b, c\n\n')
  expect(text).not.toContain('FAIL   b')
})

it('a command to copy keeps its spaces, its lines and its length', () => {
  const command = `run 'a  b' "${'c '.repeat(600)}"\n  -- "x"`
  const again = { as: 'code', title: 'Again', lines: [command] } as const
  expect(toText(resultWith([], { notes: [again] }))).toContain(`Again: ${command}\n\n`)
})

it('the lines of a report to copy stand under its title', () => {
  const report = { as: 'code', title: 'For a ticket', lines: ['# 503', '', '    curl'] } as const
  expect(toText(resultWith([], { notes: [report] }))).toContain(
    'For a ticket:\n# 503\n\n    curl\n\n',
  )
})

it('cases that are to be compared are a table', () => {
  const cases = [
    { ...passing, cells: ['0', 'ok'] },
    { ...failing('b'), cells: ['1', 'no_loop'] },
  ]
  expect(toText(resultWith(cases, { columns: ['scenario', 'exit', 'etiquette'] }))).toBe(
    'scenario  exit  etiquette\nfine      0     ok\nb         1     no_loop\n\nhunt: 1 problem\n',
  )
})

it('paints marks and headline on a terminal, and nothing else', () => {
  const painted = toText(resultWith([failing('a')]), (style, text) => `<${style}>${text}</>`)
  expect(painted).toBe(
    '<red>FAIL  </> <bold>a</>\n       It is wrong.\n       See rule 1.\n\n<bold>hunt: 1 problem</>\n',
  )
})
