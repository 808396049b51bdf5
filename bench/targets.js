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

const inProcess =
  (operation) =>
  ({ in_process: rows }) =>
    rows?.find((row) => row.operation === operation)?.ratio

const undo = ({ actions: rows }) => rows && rows.at(-1).undo_ms / rows[0].undo_ms

const start =
  (name) =>
  ({ cold_start: rows }) =>
    rows?.find(({ what }) => what === name)?.ratio

const TO_CONTROL = '… to the first answer of the control API'

const targets = [
  { what: 'list × bare Express 5', read: throughput('list', 'ratio'), least: 2.5 },
  { what: 'creation × bare Express 5', read: throughput('create', 'ratio'), least: 2 },
  { what: 'list × the fastest mock server', read: throughput('list', 'to_mock'), least: 2 },
  { what: 'creation × the fastest mock server', read: throughput('create', 'to_mock'), least: 2 },
  { what: 'list in process × a port', read: inProcess('list'), least: 3 },
  { what: 'creation in process × a port', read: inProcess('create'), least: 3 },
  { what: 'a creation at 95,000 aliases × at 100', read: growth('create'), most: 1.6 },
  { what: 'a page at 95,000 aliases × at 100', read: growth('deep page'), most: 1.6 },
  { what: 'an undo at 95,000 aliases × at 100', read: undo, most: 1.6 },
  { what: 'start × bare Express 5', read: start('alias-sandbox --scenario past_due'), most: 1.3 },
  { what: 'start to a control answer × bare Express 5', read: start(TO_CONTROL), most: 1.5 },
  { what: 'memory idle × bare Express 5', read: ({ memory }) => memory?.idle_ratio, most: 1.3 },
  {
    what: 'memory after lists × bare Express 5',
    read: ({ memory }) => memory?.loaded_ratio,
    most: 1.2,
  },
  { what: 'package, packed, kB', read: ({ install }) => install?.tarball_kilobytes, most: 1_200 },
  { what: 'package, installed, MB', read: ({ install }) => install?.megabytes, most: 4 },
  { what: 'packages that it brings', read: ({ install }) => install?.packages, most: 1 },
  {
    what: 'npm cit on this machine, s',
    read: ({ suite }) => suite && Object.values(suite)[0],
    most: 180,
  },
]

/** A row for each goal that this run measured. */
export function judge(results) {
  return targets.flatMap(({ what, read, least = 0, most = Infinity }) => {
    const measured = read(results)
    if (measured === undefined) return []
    const result = measured >= least && measured <= most ? 'met' : 'missed'
    return [
      { what, goal: most === Infinity ? `at least ${least}` : `at most ${most}`, measured, result },
    ]
  })
}
