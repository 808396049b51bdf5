import { printable } from '../../text/escape.ts'
import {
  chooseScenario,
  loadCatalog,
  ScenarioCatalog,
  shippedScenarios,
} from '../../scenario/catalog.ts'
import { toYaml } from '../../scenario/to-yaml.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import { toColumns } from '../output/columns.ts'
import type { Context } from '../args/context.ts'
import { exitCodes, Failure, usageError } from '../output/failure.ts'
import { readable } from '../sandbox/settings.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { loadScenarioFile } from '../../scenario/load.ts'
import { ScenarioError } from '../../scenario/merge.ts'
import { tryScenario } from '../../start.ts'

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

async function list({ io, options }: ScenariosContext, names: readonly string[]): Promise<number> {
  if (names.length > 0)
    throw usageError(`scenarios list: unexpected argument ${formatValue(names[0])}`)
  const catalog = await readable(() => loadCatalog(options['scenarios-dir']))
  const cards = catalog.names().map((name) => {
    const { title = name, summary = '' } = catalog.find(name) ?? {}
    return { name, title, summary, key: `sandbox_${name}` }
  })
  io.stdout.write(
    options.json
      ? `${JSON.stringify(cards)}\n`
      : `${toColumns(cards.map(({ name, title, summary }) => [printable(name), printable(summary || title)]))}\n`,
  )
  return exitCodes.ok
}

async function show({ io, options }: ScenariosContext, names: readonly string[]): Promise<number> {
  if (names.length !== 1) throw usageError('usage: alias-sandbox scenarios show <name|file>')
  const { name, scenario } = await readable(async () => {
    const catalog = await loadCatalog(options['scenarios-dir'])
    try {
      return await chooseScenario(catalog, names)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw usageError(error.message)
    }
  })
  io.stdout.write(options.json ? `${JSON.stringify({ name, scenario })}\n` : toYaml(scenario))
  return exitCodes.ok
}

async function check({ io, options }: ScenariosContext, named: readonly string[]): Promise<number> {
  const folder = await readFolder(options['scenarios-dir'])
  const files = named.length > 0 ? named : folder.files
  if (files.length === 0) {
    const dir = options['scenarios-dir']
    throw usageError(
      dir === undefined
        ? 'scenarios check: missing argument <file>; usage: alias-sandbox scenarios check <file...>'
        : `scenarios check: no .yaml, .yml or .json files in ${printable(dir)}`,
    )
  }
  const catalog = new ScenarioCatalog([...shippedScenarios(), ...folder.scenarios])
  const broken = new Set(folder.lines)
  for (const file of files) {
    const { lines, steps } = await checkFile(file, catalog)
    for (const line of lines) broken.add(line)
    if (options.json)
      io.stdout.write(`${JSON.stringify({ file, ok: lines.length === 0, lines })}\n`)
    else if (lines.length === 0)
      io.stdout.write(`${printable(file)}: ok (${steps} steps of expect)\n`)
  }
  if (broken.size > 0) throw new Failure(exitCodes.usage, [...broken])
  return exitCodes.ok
}

function readFolder(folder: string | undefined) {
  if (folder === undefined) return { files: [], scenarios: [], lines: [] }
  return readable(async () => (await import('../../scenario/load.ts')).readScenarioFolder(folder))
}

/**
 * Checks a scenario file and runs its `expect` steps, which may load scenarios of `catalog`. Returns one
 * line for each error.
 */
async function checkFile(
  file: string,
  catalog: ScenarioCatalog,
): Promise<{ lines: readonly string[]; steps: number }> {
  try {
    const named = loadScenarioFile(file)
    const unmet = await tryScenario(catalog, named)
    const lines = unmet.map((line) => `${file}: ${line}`)
    return { lines, steps: named.scenario.expect?.length ?? 0 }
  } catch (error) {
    if (error instanceof ScenarioError) return { lines: error.lines, steps: 0 }
    if (error instanceof ActionError) return { lines: [`${file}: ${error.message}`], steps: 0 }
    throw error
  }
}
