// The goals, and what this run measured for each of them.

/** Reads a column of the sandbox's row of the throughput, at 10 connections. */
const throughput =
  (operation, column) =>
  ({ throughput: rows }) =>
    rows?.find(
      (row) =>
        row.system === 'alias-sandbox' && row.operation === operation && row.connections === 10,
    )?.[column]

/** Reads the ratio of the largest number of aliases to the smallest. */
const growth =
  (what) =>
  ({ growth: rows }) =>
    rows?.findLast((row) => row.what === what)?.ratio

const undo = ({ actions: rows }) => rows && rows.at(-1).rewind_ms / rows[0].rewind_ms

const start =
  (name) =>
  ({ cold_start: rows }) =>
    rows?.find(({ what }) => what === name)?.ratio

const TO_CONTROL = '… to the first answer of the control API'

const targets = [
  ['list × bare Express 5', throughput('list', 'ratio'), 'at least', 2.5],
  ['creation × bare Express 5', throughput('create', 'ratio'), 'at least', 2],
  ['list × the fastest mock server', throughput('list', 'to_mock'), 'at least', 2],
  ['creation × the fastest mock server', throughput('create', 'to_mock'), 'at least', 2],
  ['a creation at 95,000 aliases × at 100', growth('create'), 'at most', 1.6],
  ['a page at 95,000 aliases × at 100', growth('deep page'), 'at most', 1.6],
  ['an undo at 95,000 aliases × at 100', undo, 'at most', 1.6],
  ['start × bare Express 5', start('alias-sandbox --scenario past_due'), 'at most', 1.3],
  ['start to a control answer × bare Express 5', start(TO_CONTROL), 'at most', 1.5],
  ['memory idle × bare Express 5', ({ memory }) => memory?.idle_ratio, 'at most', 1.3],
  ['memory after lists × bare Express 5', ({ memory }) => memory?.loaded_ratio, 'at most', 1.2],
  ['package, packed, kB', ({ install }) => install?.tarball_kilobytes, 'at most', 1_200],
  ['package, installed, MB', ({ install }) => install?.megabytes, 'at most', 4],
  ['packages that it brings', ({ install }) => install?.packages, 'at most', 1],
  ['npm cit on this machine, s', ({ suite }) => suite && Object.values(suite)[0], 'at most', 180],
]

/** A row for each goal that this run measured. */
export function judge(results) {
  return targets.flatMap(([what, read, bound, goal]) => {
    const measured = read(results)
    if (measured === undefined) return []
    const isMet = bound === 'at least' ? measured >= goal : measured <= goal
    return [
      {
        what,
        goal: `${bound} ${goal.toLocaleString('en')}`,
        measured,
        result: isMet ? 'met' : 'missed',
      },
    ]
  })
}
