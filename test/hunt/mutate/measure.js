// Measures `mutate` on the three suites of test/hunt/mutate/suites: `npm run measure:mutate`. Prints the tables of
// docs/development/how-it-is-tested.md. It takes some minutes.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { toTable } from '../../../bench/print.js'
import '../../support/process/fresh-build.js'
import { gaps } from './suites/gaps.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const suites = ['thorough', 'usual', 'happy-path']

/** Runs `mutate` on a suite; returns what it prints as JSON. */
function mutate(suite) {
  const command = ['node', '--test', at(`suites/${suite}/`)]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      at('../../../dist/bin.cjs'),
      'mutate',
      '--format',
      'json',
      '--timeout',
      '40s',
      '--',
      ...command,
    ],
    { encoding: 'utf8', cwd: at('../../..'), maxBuffer: 1e9 },
  )
  if (status !== 0) throw new Error(`${suite}: mutate ended with ${status}\n${stderr}`)
  return JSON.parse(stdout)
}

const results = new Map(suites.map((suite) => [suite, mutate(suite)]))

console.log(
  toTable(
    [...results].map(([suite, { score, lies }]) => ({
      suite,
      lies_told: String(score.tried),
      noticed: String(score.noticed),
      not_noticed: String(lies.filter(({ result }) => result === 'not_noticed').length),
      equivalent: `${score.equivalent} (${Math.round((100 * score.equivalent) / score.tried)} %)`,
      score: `${Math.round(score.percent)} %`,
    })),
  ),
)

const missed = new Set(
  results.get('usual').lies.flatMap(({ id, result }) => (result === 'not_noticed' ? [id] : [])),
)
const rows = gaps.map(({ gap, lies }) => ({
  'what the usual suite does not test': gap,
  lies: String(lies.length),
  found: String(lies.filter((id) => missed.has(id)).length),
}))
console.log(`\n${toTable(rows)}`)

const known = new Set(gaps.flatMap(({ lies }) => lies))
const unknown = [...missed].filter((id) => !known.has(id))
if (unknown.length > 0) console.log(`\nNot among the known gaps: ${unknown.join(', ')}`)

const [thorough, usual, happy] = suites.map((suite) => results.get(suite).score.percent)
const isInOrder = thorough === 100 && thorough > usual && usual > happy
const isComplete = rows.every(({ lies, found }) => lies === found)
if (!isInOrder || !isComplete) process.exitCode = 1
