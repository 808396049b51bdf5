import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failingTests } from '../../../src/cli/child/failing-tests.ts'
import { lastLines } from '../../../src/hunt/last-lines.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'

/** Outputs of runners on a suite in which one test passes, shortened where nothing is named. */
const outputs: readonly (readonly [runner: string, output: string, tests: readonly string[]])[] = [
  [
    'Vitest',
    `
 \x1b[31m❯\x1b[39m v.test.mjs (3 tests | 2 failed) 10ms
\x1b[31m     \x1b[31m×\x1b[31m creates (once)\x1b[39m 7ms
     ✓ lists 0ms

\x1b[41m\x1b[1m FAIL \x1b[22m\x1b[49m v.test.mjs\x1b[2m > \x1b[22ma client\x1b[2m > \x1b[22mcreates (once)
\x1b[31m\x1b[1mAssertionError\x1b[22m: expected 1 to be 2 // Object.is equality\x1b[39m

 FAIL  v.test.mjs > a client > when unpaid > says so
AssertionError: expected +0 to be 1 // Object.is equality
`,
    ['v.test.mjs > a client > creates (once)', 'v.test.mjs > a client > when unpaid > says so'],
  ],
  [
    'Jest',
    `  ● Console

    console.log
      hm

FAIL ./j.test.js
  a client
    ✕ creates (once) (26 ms)
    ✓ lists

  ● a client › creates (once)

    expect(received).toBe(expected) // Object.is equality

  ● waits

    no

Tests:       2 failed, 1 passed, 3 total
`,
    ['a client › creates (once)', 'waits'],
  ],
  [
    'Mocha',
    `
  1) waits
  a client
    2) creates (once)
    ✔ lists
    when unpaid
      3) says so


  1 passing (22ms)
  3 failing

  1) waits:
     Error: no
      at Context.<anonymous> (m.cjs:3:27)

  2) a client
       creates (once):

      AssertionError [ERR_ASSERTION]: 1 == 2
      + expected - actual

  3) a client
       when unpaid
         says so:

      AssertionError [ERR_ASSERTION]: The expression evaluated to a falsy value:
`,
    ['waits', 'a client creates (once)', 'a client when unpaid says so'],
  ],
  [
    'pytest',
    `test_p.py FFFE                                                           [100%]
___________________________ TestList.test_lists[a b] ___________________________
=========================== short test summary info ============================
FAILED test_p.py::test_creates - assert 1 == [2]
FAILED test_p.py::TestList::test_lists[a b] - AssertionError: assert 'a b' ==...
FAILED test_p.py::test_waits
ERROR test_p.py::test_fix - RuntimeError: x
========================== 3 failed, 1 error in 1.30s ==========================
`,
    [
      'test_p.py::test_creates',
      'test_p.py::TestList::test_lists[a b]',
      'test_p.py::test_waits',
      'test_p.py::test_fix',
    ],
  ],
  ['a script', 'Error: 1) creates:\n    at ✖ main (2ms)\n  1) list:\nFAILED\n', []],
]

describe('the tests that failed are read from the output', () => {
  it.each(outputs)('of %s', (_runner, output, tests) => {
    expect(failingTests(output)).toEqual(tests)
    expect(failingTests(output.replaceAll('\n', '\r\n'))).toEqual(tests)
  })

  it.each(['spec', 'tap'])('of node:test as %s', (reporter) => {
    const file = join(freshFolder(), 'client.test.mjs')
    writeFileSync(
      file,
      `import { describe, it, test } from 'node:test'
       const fails = () => { throw new Error('no') }
       describe('a client', () => {
         it('creates (once)', fails)
         it('lists', () => {})
         describe('when unpaid', () => it('says so', fails))
       })
       test('waits', fails)
       test('later', { todo: true }, fails)`,
    )
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
    const args = ['--test', `--test-reporter=${reporter}`, file]
    const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    expect(failingTests(stdout)).toEqual(['creates (once)', 'says so', 'waits'])
  })
})

it('the last lines of an output have no colours', () => {
  expect(lastLines('one\n\x1b[31mtwo\x1b[39m\r\nthree\n\n', 2)).toEqual(['two', 'three'])
  expect(lastLines('\n', 2)).toEqual([])
})
