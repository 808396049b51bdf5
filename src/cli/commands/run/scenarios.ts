import { existsSync } from 'node:fs'
import { countOf } from '../../../text/numbers.ts'
import { unknownWord } from '../../output/wrong-value.ts'
import { printable } from '../../../text/escape.ts'
import { loadCatalog, shippedScenarios } from '../../../node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../../../scenario/catalog.ts'
import { toYaml } from '../../../scenario/to-yaml.ts'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import { toColumns } from '../../output/columns.ts'
import type { Context } from '../../args/context.ts'
import { exitCodes, Failure, usageError } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'
import { findScenario } from '../../sandbox/named-scenarios.ts'
import { readable } from '../../sandbox/settings.ts'
import { ActionError } from '../../../contract/control/action-error.ts'
import {
  isScenarioPath,
  loadWithPlaces,
  readScenarioFolder,
} from '../../../node/files/scenario-files.ts'
import type { PlacedScenario } from '../../../scenario/parse.ts'
import { ScenarioError } from '../../../scenario/merge.ts'
import { tryScenario } from '../../../node/start.ts'

type ScenariosContext = Context<'scenarios-dir' | 'json'>

/** Lists scenarios, shows one, or checks files, without a running sandbox. */
export async function runScenarios(context: ScenariosContext): Promise<number> {
  const [what = 'list', ...names] = context.words
  switch (what) {
    case 'show':
      return show(context, names)
    case 'check':
      return check(context, names)
    default:
      return list(context, names)
  }
}

async function list(context: ScenariosContext, names: readonly string[]): Promise<number> {
  if (names.length > 0)
    throw usageError(`scenarios list: unexpected argument ${formatValue(names[0])}`)
  const catalog = await readable(() => loadCatalog(context.options['scenarios-dir']))
  const scenarios = catalog.names().map((name) => {
    const { title = name, summary = '' } = catalog.find(name) ?? {}
    return { name, title, summary, key: `sandbox_${name}` }
  })
  const rows = scenarios.map(({ name, title, summary }): [string, string] => [
    printable(name),
    printable(summary || title),
  ])
  return tell(context, { scenarios }, toColumns(rows))
}

async function show({ io, options }: ScenariosContext, names: readonly string[]): Promise<number> {
  const [word = '', ...more] = names
  if (word === '' || more.length > 0)
    throw usageError('usage: alias-sandbox scenarios show <name|file>')
  const { name, scenario } = await readable(async () =>
    findScenario(await loadCatalog(options['scenarios-dir']), word),
  )
  io.stdout.write(options.json ? `${JSON.stringify({ name, scenario })}\n` : toYaml(scenario))
  return exitCodes.ok
}

async function check({ io, options }: ScenariosContext, named: readonly string[]): Promise<number> {
  const folder = await readable(() => readFolder(options['scenarios-dir']))
  const shipped = shippedScenarios()
  const dir = options['scenarios-dir']
  if (named.length === 0 && dir !== undefined && folder.files.length === 0) {
    throw usageError(`scenarios check: no .yaml, .yml or .json files in ${printable(dir)}`)
  }
  const all = dir === undefined ? shipped.map(({ name }) => name) : folder.files
  const words = named.length > 0 ? named : all
  const catalog = new ScenarioCatalog([...shipped, ...folder.scenarios])
  const broken = new Set(folder.lines)
  const checks: { file: string; ok: boolean; lines: readonly string[] }[] = []
  for (const word of words) {
    const { lines, steps } = await checkOne(folder.pathOf.get(word) ?? word, catalog)
    for (const line of lines) broken.add(line)
    checks.push({ file: word, ok: lines.length === 0, lines })
    if (!options.json && lines.length === 0)
      io.stdout.write(`${printable(word)}: ok (${countOf(steps, 'expect step')})\n`)
  }
  if (options.json) io.stdout.write(`${JSON.stringify({ checks })}\n`)
  if (broken.size > 0) throw new Failure(exitCodes.usage, [...broken])
  return exitCodes.ok
}

function readFolder(folder: string | undefined): ReturnType<typeof readScenarioFolder> {
  if (folder === undefined) return { files: [], scenarios: [], lines: [], pathOf: new Map() }
  return readScenarioFolder(folder)
}

/** The path of a field such as `aliases[0].expires_at`. */
function pathOf(field = ''): (string | number)[] {
  const parts = field.match(/[^[\].]+/g) ?? []
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

/** The number of `expect` steps in a scenario, and one line for each error. */
type Verdict = { lines: readonly string[]; steps: number }

/** Checks a scenario, by name or file, and runs its `expect` steps, which may load scenarios of `catalog`. */
async function checkOne(word: string, catalog: ScenarioCatalog): Promise<Verdict> {
  const scenario = catalog.find(word)
  if (scenario) return run(catalog, { named: { name: word, scenario }, placeOf: () => word })
  if (!isScenarioPath(word) && !existsSync(word)) {
    const hint = { known: catalog.names(), listedBy: 'scenarios' }
    return { lines: [`alias-sandbox: ${unknownWord('scenario', word, hint)}`], steps: 0 }
  }
  try {
    return await run(catalog, loadWithPlaces(word))
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return { lines: error.lines, steps: 0 }
  }
}

async function run(catalog: ScenarioCatalog, { named, placeOf }: PlacedScenario): Promise<Verdict> {
  const steps = named.scenario.expect?.length ?? 0
  try {
    const unmet = await tryScenario(catalog, named)
    return {
      lines: unmet.map((step) => `${placeOf(['expect', step.index])}: ${step.message}`),
      steps,
    }
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    return { lines: [`${placeOf(pathOf(error.field))}: ${error.message}`], steps }
  }
}
