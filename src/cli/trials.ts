import { reportOn, type Report } from '../core/report/report.ts'
import { start, type StartOptions } from '../start.ts'
import { runChild } from './child.ts'
import { readChildEnvironment } from './child-environment.ts'
import type { Context } from './context.ts'
import { usageError } from './failure.ts'

/** One run of the command in a sandbox of its own. */
export type Trial = {
  name: string
  exitCode: number
  report: Report
  /** What the command printed. */
  output: string
}

/** What a run starts with. */
export type TrialPlan = { name: string } & Pick<StartOptions, 'start'> &
  Partial<Pick<StartOptions, 'overrides'>>

/** The command behind `--`. @throws Failure when there is none. */
export function readCommand(
  { rest }: Context,
  name: string,
): [command: string, ...given: string[]] {
  const [command, ...given] = rest
  if (command !== undefined) return [command, ...given]
  throw usageError(
    `${name}: no command; usage: alias-sandbox ${name} [options] -- <command> [argument...]`,
  )
}

/** Runs the command once for each plan, several at a time, and tells how it goes; in the order of the plans. */
export async function runTrials(
  context: Context,
  settings: StartOptions,
  plans: readonly TrialPlan[],
  command: readonly [string, ...string[]],
): Promise<Trial[]> {
  const { io, options } = context
  const trials: Trial[] = []
  let next = 0
  let done = 0
  const work = async () => {
    for (let at = next; at < plans.length; at = next) {
      next += 1
      const trial = await runTrial(
        context,
        { ...settings, ...plans[at]! },
        plans[at]!.name,
        command,
      )
      trials[at] = trial
      done += 1
      io.stderr.write(`[${done}/${plans.length}] ${trial.name}: exit ${trial.exitCode}\n`)
      if (options.verbose || trial.exitCode !== 0) io.stderr.writeRaw(indented(trial.output))
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs ?? 2, plans.length) }, work))
  return trials
}

async function runTrial(
  context: Context,
  settings: StartOptions,
  name: string,
  [command, ...given]: readonly [string, ...string[]],
): Promise<Trial> {
  const toEnvironment = readChildEnvironment(context)
  const running = await start({ ...settings, host: undefined, port: 0 })
  try {
    let output = ''
    const keep = (text: string) => {
      output += text
    }
    const env = toEnvironment({ url: running.url, key: settings.apiKey })
    const exitCode = await runChild(command, given, env, context.io, keep)
    return { name, exitCode, report: reportOn(running.sandbox.accounts()), output }
  } finally {
    await running.close()
  }
}

function indented(output: string): string {
  return output === '' ? '' : `${output.trimEnd().replaceAll(/^/gm, '    ')}\n`
}
