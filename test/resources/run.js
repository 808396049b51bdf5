// The resource fuzzer: no input of the sandbox ends the process, exhausts its memory or delays other clients.
//
//   npm run fuzz -- --resources [--short] [--inputs 10000] [--seed N]
//     [--mode listener|json|db|library] [--shape deep|wide|long|repeated|slow|'never read'|'cut off']
//     [--only <part of a row's name>] [--number N] [--minutes N] [--package <folder>] [--list]
//
// Sends every row of the table (table.js) in every shape and every mode. After each: the process is alive,
// next good call gets its response within 1 s, and refused input has changed nothing. Without --inputs, each row
// is sent in each shape once. A failure is printed with the command that repeats it; a table at the end shows the
// worst values of each mode and shape.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runFiles } from './file-group.js'
import { planOf } from './plan.js'
import { runRequests } from './request-group.js'
import { rows } from './table.js'
import { makeTally } from './tally.js'

const MAX_FAILURES = 25

const { values: flags } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    inputs: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    mode: { type: 'string' },
    shape: { type: 'string' },
    only: { type: 'string' },
    number: { type: 'string' },
    minutes: { type: 'string' },
    package: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
  },
})

if (flags.list) {
  console.log(JSON.stringify(rows.map(({ name, covers }) => ({ name, covers }))))
} else await run()

async function run() {
  const seed = Number(flags.seed)
  const form = flags.short ? 'short' : 'long'
  const tally = makeTally()
  const seen = tally.total
  const from = performance.now()
  if (!existsSync('/proc/self/status')) console.log('no /proc here: memory is not looked at')
  const most = Number(flags.minutes ?? (flags.short ? 5 : 60)) * 60
  const isOver = () => seconds(from) > most || seen.failures >= MAX_FAILURES
  const groups = planOf({
    ...flags,
    seed,
    inputs: flags.inputs && Number(flags.inputs),
    number: flags.number && Number(flags.number),
  })
  for (const { mode, shape, cases } of groups) {
    const began = performance.now()
    if (isOver()) break
    const options = {
      isOver,
      folder: flags.package,
      seed,
      form,
      report: (...message) => report(tally, mode, shape, ...message),
    }
    for (const [kind, runGroup] of [
      ['file', runFiles],
      ['mail', runRequests],
      [undefined, runRequests],
    ]) {
      const own = cases.filter(({ row }) => row.kind === kind)
      if (own.length > 0) await runGroup({ mode, shape, cases: own }, options)
    }
    console.log(`${mode}, ${shape}: ${cases.length} inputs in ${seconds(began)} s`)
  }
  console.log(`\n${tally.toTable()}\n`)
  const planned = groups.reduce((sum, { cases }) => sum + cases.length, 0)
  if (isOver()) console.log(`stopped early: ${seen.inputs} of ${planned} inputs`)
  const isFine = seen.failures === 0 && seen.inputs === planned
  const figures = `slowest next call ${Math.round(seen.slowest)} ms`
  const outcome = isFine ? 'ok' : 'FAILED'
  console.log(
    `${outcome} resources (seed ${seed}): ${seen.inputs} inputs, ${seen.failures} failed, ${figures}, ${seconds(from)} s`,
  )
  process.exitCode = isFine ? 0 : 1
}

function report(tally, mode, shape, batch, problems, sandbox) {
  tally.add(mode, shape, batch.length, problems.length > 0, sandbox)
  if (problems.length === 0) return
  const [first] = batch
  const name = first ? `${first.row.name}, ${shape}, number ${first.number}` : shape
  console.log(`FAILED ${mode}: ${name}`)
  for (const problem of problems) console.log(`  expected: ${problem}`)
  const which = first ? ` --only ${JSON.stringify(first.row.name)} --number ${first.number}` : ''
  const short = flags.short ? ' --short' : ''
  console.log(
    `  repeat: npm run fuzz -- --resources --seed ${flags.seed} --mode ${mode} --shape ${JSON.stringify(shape)}${which}${short}`,
  )
}

function seconds(from) {
  return Math.round((performance.now() - from) / 1_000)
}
