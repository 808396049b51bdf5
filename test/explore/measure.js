// Measures `explore` on the clients of test/explore/clients: `npm run measure:explore`. Prints the tables of
// docs/find-out.md; takes about 20 minutes for the bugs and as long for the careful clients.
//
//   --only <word>    only clients whose file contains the word
//   --bugs           only clients with a bug
//   --careful        only careful clients
//   --time <time>    for each bug (default 60s)
//   --runs <count>   for each careful client (default 1000)
import { parseArgs } from 'node:util'
import { toTable } from '../../bench/print.js'
import { bugs, careful } from './clients/table.js'
import { explore } from './explore-client.js'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    bugs: { type: 'boolean', default: false },
    careful: { type: 'boolean', default: false },
    time: { type: 'string', default: '60s' },
    runs: { type: 'string', default: '1000' },
  },
})
const chosen = (clients) => clients.filter(({ file }) => file.includes(values.only))

/** The number of elements of a story: a start other than plus, its parts, and its steps. */
function elementsOf({ start, steps = [] }) {
  const { scenario, parts = {} } = start
  return (scenario === 'plus' ? 0 : 1) + Object.keys(parts).length + steps.length
}

async function measureBug({ file, title, kind, story, least }) {
  const { problems, runs } = await explore(file, ['--runs', '100000', '--time', values.time])
  const meant = problems.filter(({ key }) => key.startsWith(kind))
  const smallest = Math.min(...meant.map((problem) => elementsOf(problem.story)))
  const first = Math.min(...meant.map((problem) => problem.found_after_seconds))
  const isFound = meant.length > 0
  if (!isFound || smallest > least) process.exitCode = 1
  return {
    bug: title,
    problem: isFound ? meant[0].key : `NOT FOUND: ${kind}`,
    first_seen: isFound ? `${first} s` : '-',
    smallest_story: isFound ? smallest : '-',
    least: `${least}: ${story}`,
    always:
      isFound && meant.every(({ reproduced, repeats }) => reproduced === repeats) ? 'yes' : 'no',
    other_problems: problems.length - meant.length,
    runs: String(runs),
  }
}

async function measureCareful({ file, title, options = [] }) {
  const args = ['--runs', values.runs, '--time', '60m', ...options]
  const { problems, stories, runs, seconds } = await explore(file, args)
  if (problems.length > 0) process.exitCode = 1
  return {
    client: title,
    options: options.join(' ') || '-',
    stories: String(stories),
    runs: String(runs),
    false_alarms: problems.map(({ key }) => key).join(', ') || '0',
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

if (!values.careful) await table(chosen(bugs), measureBug)
if (!values.bugs) await table(chosen(careful), measureCareful)
