import { expect, it } from 'vitest'
import { issuesOf } from '../support/issues-of.ts'

const nested = (levels: number, open: string, close: string) =>
  `expect: [{ call: GET /v1/aliases, status: 200, body: ${open.repeat(levels)}1${close.repeat(levels)} }]`

it.each([
  ['a list without end', 'title: '.concat('['.repeat(100_000))],
  ['lists in lists', nested(50_000, '[', ']')],
  ['objects in objects', nested(5_000, '{ a: ', '}')],
  ['a little too many', nested(50, '[', ']')],
  ['dashes on one line', 'aliases: \n'.concat('- '.repeat(100_000))],
  ['dashes behind an anchor', '- &a '.repeat(10_000)],
  ['question marks', '? '.repeat(100_000)],
  [
    'objects by their indents',
    Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  ],
])('is refused when it is nested too deeply: %s', (_what, text) => {
  const lines = issuesOf(text)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^s\.yaml:\d+:\d+: the scenario is nested deeper than 50 levels$/)
})

it('a deep scenario is refused in a few lines, however long its invalid tag or key', () => {
  for (const text of [`!${'t'.repeat(100_000)} a`, `title: &${'a'.repeat(100_000)} x`]) {
    expect(issuesOf(text).join('\n').length).toBeLessThan(5_000)
    expect(issuesOf(text)[0]).toMatch(/^s\.yaml:\d+:\d+: /)
  }
})
