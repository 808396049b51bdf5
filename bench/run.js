// npm run bench [-- --quick] [--only throughput,growth] [--node /path/to/another/node] [--jobs 8] [--json FILE]
// [--page FILE]
// Runs the benchmarks, prints Markdown tables, writes JSON, and inserts the tables between the markers of a
// page. It fails if something does not work, but never because of a figure.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { measureColdStart, measureLibrary } from './cold-start.js'
import { measureComparison, printComparison } from './compare/measure.js'
import { measureDashboard } from './dashboard.js'
import { measureDurability } from './durability.js'
import { measureActions, measureGrowth } from './growth.js'
import { measureInProcess } from './in-process.js'
import { measureInstall } from './install.js'
import { measureMemory } from './memory.js'
import { toList, toTable } from './print.js'
import { measureSuite } from './suite.js'
import { judge } from './targets.js'
import { measureThroughput } from './throughput.js'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    node: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: '8' },
    page: { type: 'string' },
    json: { type: 'string', default: 'bench-result.json' },
  },
})

const jobs = Number(flags.jobs)
if (!Number.isInteger(jobs) || jobs < 1) {
  throw new Error(`--jobs must be a whole number from 1 on (got "${flags.jobs}")`)
}

const full = {
  // No server may idle for 8 s while the others have their turns: after that, its first calls take several times as long.
  throughput: { rounds: 9, ms: 800, connections: [10, 50] },
  in_process: { rounds: 7, ms: 800 },
  growth: { sizes: [100, 10_000, 95_000], rounds: 7, ms: 1_000 },
  actions: { sizes: [100, 10_000, 95_000], repeats: 3 },
  durability: { sizes: [1_000, 10_000], connections: 50, rounds: 5, ms: 2_000 },
  memory: { rounds: 5, aliases: 95_000, accounts: 10_000, loadMs: 5_000 },
  cold_start: { rounds: 15 },
  library: { rounds: 7 },
  install: { rounds: 3 },
  suite: { rounds: 1 },
  dashboard: { aliases: 10_000, calls: 1_000, rounds: 9, streamMs: 5_000, callsPerSecond: 200 },
  compare: {},
}
const quick = {
  throughput: { rounds: 2, ms: 400, connections: [10] },
  in_process: { rounds: 3, ms: 400 },
  growth: { sizes: [100, 95_000], rounds: 2, ms: 300 },
  actions: { sizes: [100, 95_000], repeats: 1 },
  durability: { sizes: [10_000], connections: 50, rounds: 1, ms: 1_000 },
  memory: { rounds: 1, aliases: 95_000, accounts: 1_000, loadMs: 1_000 },
  cold_start: { rounds: 3 },
  library: { rounds: 2 },
  install: { rounds: 1 },
  dashboard: { aliases: 10_000, calls: 1_000, rounds: 2, streamMs: 1_000, callsPerSecond: 200 },
  compare: { only: 'paging/first-page-only-makes-again', scenarios: 'many_pages,past_due' },
}

const sections = [
  { name: 'throughput', title: 'Throughput', measure: measureThroughput, print: toTable },
  { name: 'in_process', title: 'In process', measure: measureInProcess, print: toTable },
  { name: 'growth', title: 'Growth of calls', measure: measureGrowth, print: toTable },
  { name: 'actions', title: 'Growth of actions', measure: measureActions, print: toTable },
  { name: 'durability', title: 'Durability', measure: measureDurability, print: toTable },
  { name: 'memory', title: 'Memory and accounts', measure: measureMemory, print: toList },
  { name: 'cold_start', title: 'Cold start', measure: measureColdStart, print: toTable },
  { name: 'library', title: 'Library', measure: measureLibrary, print: toList },
  { name: 'install', title: 'Install', measure: measureInstall, print: toList },
  { name: 'suite', title: 'The suite', measure: measureSuite, print: toList },
  {
    name: 'dashboard',
    title: 'Dashboard',
    measure: measureDashboard,
    print: toTable,
    isSeparate: true,
  },
  {
    name: 'compare',
    title: 'Why not ten lines',
    measure: measureComparison,
    print: printComparison,
    isSeparate: true,
  },
]

const requested =
  flags.only?.split(',') ?? sections.filter((each) => !each.isSeparate).map(({ name }) => name)
const results = {
  node: process.version,
  cores: availableParallelism(),
  run: flags.quick ? 'quick' : 'full',
}
const told = []
const tell = (text) => {
  console.log(text)
  told.push(text)
}
tell(`Node ${process.version}, ${results.cores} cores, ${results.run} run`)
for (const { name, title, measure, print } of sections) {
  if (!requested.includes(name)) continue
  const settings = (flags.quick ? quick : full)[name]
  if (settings === undefined) continue
  settings.nodes = flags.node
  settings.jobs = jobs
  results[name] = await measure(settings, (step) => process.stderr.write(`… ${step}\n`))
  tell(`\n### ${title}\n\n${print(results[name])}`)
}
const judged = judge(results)
if (judged.length > 0) tell(`\n### Targets\n\n${toTable(judged)}`)
writeFileSync(flags.json, `${JSON.stringify(results, null, 2)}\n`)
if (flags.page !== undefined) {
  const between = /(<!-- figures -->\n)[^]*(\n<!-- \/figures -->)/
  const page = readFileSync(flags.page, 'utf8')
  const figures = told.join('\n')
  writeFileSync(
    flags.page,
    page.replace(between, (_all, open, close) => open + figures + close),
  )
}
