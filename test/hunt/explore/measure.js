// Measures `explore` on the clients of test/hunt/explore/clients: `npm run measure:explore`. Prints two tables. On two idle
// processors the bugs take up to two minutes each, and a thousand runs of careful clients about 20 minutes.
//
//   --only <word>    only clients whose file contains the word
//   --bugs           only clients with a bug
//   --first          ends each search when it has confirmed the bug, without looking for a smaller scenario
//   --careful        only careful clients
//   --runs <count>   of all careful clients together (default 1000)
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { toTable } from '../../../bench/print.js'
import { bugs, careful } from './clients/table.js'
import { explore } from './explore-client.js'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    bugs: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    careful: { type: 'boolean', default: false },
    runs: { type: 'string', default: '1000' },
  },
})
const chosen = (clients) => clients.filter(({ file }) => file.includes(values.only))

/** Within this time a bug has to be found and confirmed. */
const MAX_SECONDS = 60

/** The number of elements of a scenario: a start other than plus, its aliases, its choices, and its steps. */
function elementsOf({ start, scenario: { populate, choices = {}, timeline = [] } }) {
  const parts = [start !== 'plus', populate !== undefined].filter(Boolean)
  return parts.length + Object.keys(choices).length + timeline.length
}

/** With the settings that users have. */
async function measureBug({ file, title, kind, scenario, least }) {
  const options = ['--time', `${MAX_SECONDS}s`]
  const { problems, runs } = await explore(file, options, values.first ? kind : undefined)
  const meant = problems.filter(({ key }) => key.startsWith(kind))
  const smallest = Math.min(...meant.map(elementsOf))
  const seconds = Math.min(...meant.map((problem) => problem.found_after_seconds))
  const isFound = meant.length > 0
  if (!(seconds <= MAX_SECONDS) || (!values.first && smallest > least)) process.exitCode = 1
  return {
    bug: title,
    problem: isFound ? meant[0].key : `NOT FOUND: ${kind}`,
    confirmed: isFound ? `${seconds} s` : '-',
    smallest_scenario: isFound && !values.first ? smallest : '-',
    least: `${least}: ${scenario}`,
    other_problems: problems.length - meant.length,
    runs: String(runs),
  }
}

async function measureCareful({ file, title, options = [] }) {
  const count = Math.ceil(Number(values.runs) / careful.length)
  const { problems, runs, seconds } = await explore(file, [
    '--runs',
    String(count),
    '--time',
    '60m',
    ...options,
  ])
  if (problems.length > 0) process.exitCode = 1
  return {
    client: title,
    options: options.join(' ') || '-',
    runs: String(runs),
    accused: problems.map(({ key }) => key).join(', ') || '0',
    minutes: (seconds / 60).toFixed(1),
  }
}

/** One after the other: each has both processors to itself. */
async function table(clients, measure) {
  const rows = []
  for (const client of clients) {
    rows.push(await measure(client))
    console.error(Object.values(rows.at(-1)).join(' | '))
  }
  if (rows.length > 0) console.log(`\n${toTable(rows)}`)
}

/** Lets two processes compute without end meanwhile. */
async function besideBusyLoops(act) {
  const loops = [1, 2].map(() => spawn(process.execPath, ['--eval', 'for (;;);']))
  try {
    await act()
  } finally {
    for (const loop of loops) loop.kill()
  }
}

if (!values.careful) await table(chosen(bugs), measureBug)
if (!values.bugs) await besideBusyLoops(() => table(chosen(careful), measureCareful))
