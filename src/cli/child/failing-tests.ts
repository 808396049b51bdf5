import { stripVTControlCharacters } from 'node:util'

/** The form in which a test runner names a test that failed. */
type Pattern = {
  /** The heading of the list of tests, if their form alone does not tell. */
  after?: RegExp
  test: RegExp
}

const patterns: Readonly<Record<string, Pattern>> = {
  'node:test': { after: /^✖ failing tests:$/m, test: /^✖ (.+) \([\d.]+ms\)$/gm },
  // A suite in which a test failed is left out: the lines behind its name say so.
  TAP: {
    test: /^ *not ok \d+ (?:- )?(?!.*# (?:TODO|SKIP))(.+)$(?!(?:\n.*){2,4}\n *failureType: 'subtestsFailed')/gim,
  },
  Vitest: { test: /^ FAIL {2}(\S.* > .+)$/gm },
  Jest: { test: /^ {2}● (?!Console$|Test suite failed to run$)(\S.*)$/gm },
  Mocha: { after: /^ {2}\d+ failing$/m, test: /^ {2}\d+\) (.+(?:\n {7,}\S.*)*?):$/gm },
  pytest: { test: /^(?:FAILED|ERROR) (?=\S*::)([^\s[]+(?:\[.*?\])?)(?= - |$)/gm },
}

/** The tests that failed, by the output of their runner; none if it is not one of those that are known. */
export function failingTests(output: string): string[] {
  const text = stripVTControlCharacters(output).replaceAll('\r\n', '\n')
  const names = Object.values(patterns).flatMap(({ after, test }) => {
    const start = after === undefined ? 0 : text.search(after)
    if (start < 0) return []
    return [...text.slice(start).matchAll(test)].map((match) => match[1]!.replaceAll(/\s+/g, ' '))
  })
  return [...new Set(names)]
}
