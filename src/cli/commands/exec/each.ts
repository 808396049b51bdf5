import { exitCodes, usageError } from '../../output/failure.ts'
import { formatOf } from '../../output/formats.ts'
import { isPage, prepareReport } from '../../output/report-file.ts'
import { invalidWord } from '../../output/wrong-value.ts'
import type { Context } from '../../args/context.ts'
import { splitList } from '../../args/option-value.ts'
import { readCommand } from '../../args/read-command.ts'
import type { ExecOption } from '../../args/tables/option-groups.ts'
import type { OptionName } from '../../args/tables/options.ts'
import { outputRows, serverRows } from '../../args/tables/start-options.ts'
import { CommandRunner, type RunPlan } from '../../child/command-runner.ts'
import { runAll, warnOfNoRequest } from '../../child/run-all.ts'
import { readTimeLimit } from '../../args/durations.ts'
import { readSettings } from '../../sandbox/settings.ts'
import { tellResult } from '../tell-result.ts'
import type { Way } from './comparison.ts'
import { isJudged } from './verify.ts'

/** Runs the command once in each scenario, or under each other reading of the document, and compares. */
export async function runEach(context: Context<ExecOption>, each: string): Promise<number> {
  const { options } = context
  const { by, names } = readEach(each)
  refuseUnfit(context, by)
  const command = readCommand(context, 'exec')
  const format = formatOf(options)
  const timeoutMs = readTimeLimit(options.timeout)
  prepareReport(options.report)
  const settings = await readSettings({ ...context, options: withoutServer(options) })
  const way = await ways[by]()
  const runner = new CommandRunner(context, settings, command, {
    judge: 'exec --each',
    keepsHistory: isPage(options.report),
  })
  try {
    const run = (conditions: readonly RunPlan[]) => {
      const plans = conditions.map((condition) => ({ ...condition, timeoutMs }))
      return runAll(context, runner, plans)
    }
    const stopCode = () => runner.stopCode
    const { runs, result, isBroken } = await way({ context, settings, names, run, stopCode })
    warnOfNoRequest(context, runs)
    const told = await tellResult(context, result, format)
    return runner.stopCode ?? (isBroken && isJudged(context) ? exitCodes.etiquette : told)
  } finally {
    runner.close()
  }
}

const ways = {
  scenario: async () => (await import('./each-scenario.ts')).eachScenario,
  choice: async () => (await import('./each-choice.ts')).eachChoice,
} satisfies Record<string, () => Promise<Way>>

type WayName = keyof typeof ways

/** Reads `scenario` or `scenario=plus,free`. */
function readEach(text: string): { by: WayName; names: readonly string[] | undefined } {
  const [by = '', list] = text.split(/=(.*)/s)
  const names = list === undefined ? undefined : splitList(list)
  if (Object.hasOwn(ways, by) && names?.length !== 0) return { by: by as WayName, names }
  const forms = [...Object.keys(ways), 'scenario=plus,free', 'choice=page_size']
  throw usageError(invalidWord(text, '--each', forms))
}

/** The sandboxes of --each listen on free loopback ports, and end with their run. */
const ofServer = Object.keys({ ...serverRows, ...outputRows }).filter(
  (name) => !['max-accounts', 'max-requests', 'json'].includes(name),
) as OptionName[]

/** The options that say what --each decides itself, or whose verdict would not be about one reading. */
const unfit: Record<WayName, readonly OptionName[]> = {
  scenario: ['scenario'],
  choice: ['verify', 'strict', 'allow-no-calls'],
}

function refuseUnfit({ sourceOf }: Context<ExecOption>, by: WayName): void {
  const wrong = [...ofServer, ...unfit[by]].find((name) => sourceOf(name) === 'flag')
  if (wrong !== undefined) throw usageError(`--${wrong} cannot be used with --each ${by}`)
}

/** Variables may set some of them for `start`. */
function withoutServer(options: Context<ExecOption>['options']) {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => !ofServer.some((each) => each === name)),
  ) as Partial<Context<ExecOption>['options']>
}
