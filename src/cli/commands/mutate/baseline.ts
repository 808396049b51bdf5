import { stripVTControlCharacters } from 'node:util'
import { wrap } from '../../../text/wrap.ts'
import { exitCodes, Failure } from '../../output/failure.ts'
import type { CommandRun, CommandRunner, Missing } from '../../child/command-runner.ts'
import { describeEnd, hasFailed } from '../../child/run-all.ts'
import type { Progress } from '../../child/progress.ts'
import { made } from '../../../core/calls/manner.ts'
import type { Lie } from '../../../hunt/mutate/lie.ts'
import { differences, type CallCounts } from '../../../hunt/mutate/count-calls.ts'
import { watchForLies } from '../../../hunt/mutate/apply-lie.ts'
import type { AliasState } from '../../../hunt/mutate/watch-states.ts'
import { runAltered, type AlteredRun } from './run-with-lie.ts'

/** What the command does while the service keeps to its document. */
export type Baseline = {
  /** The lies that its calls leave room for. */
  possible: ReadonlySet<Lie>
  /** The states of aliases that its calls meet. */
  metStates: ReadonlySet<AliasState>
  calls: CallCounts
  /** How long the longer of the two runs took. */
  ms: number
  /** In what the two runs differ; a suite that is not repeatable may notice a lie by chance. */
  differences: readonly string[]
}

/** Runs the command twice without lies. @throws Failure if it fails, or makes no call, or on a signal. */
export async function runBaseline(
  runner: CommandRunner,
  lies: readonly Lie[],
  { timeoutMs, progress }: { timeoutMs: number | undefined; progress: Progress },
): Promise<Baseline> {
  progress.show('baseline: two runs without lies')
  const watches = [watchForLies(lies), watchForLies(lies)] as const
  const one = async (name: string, watch: (typeof watches)[number]) => {
    const ended = await runAltered(runner, name, watch.manner, { timeoutMs })
    if (typeof ended === 'string') throw stopped(runner)
    progress.log(`${name}: ${describeEnd(ended.run)}, ${(ended.ms / 1_000).toFixed(1)} s`)
    return ended
  }
  const [first, second] = await Promise.all([
    one('baseline', watches[0]),
    one('baseline again', watches[1]),
  ])
  refuseFailure(first, second)
  refuseSilence(first)
  return {
    possible: new Set(watches.flatMap((watch) => watch.possible())),
    metStates: new Set(watches.flatMap((watch) => [...watch.metStates])),
    calls: first.calls,
    ms: Math.max(first.ms, second.ms),
    differences: differences(first.calls, second.calls),
  }
}

/** Runs the command without lies again, among the lies and after them. @throws Failure if it fails now. */
export async function runCheck(
  runner: CommandRunner,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<AlteredRun | Missing> {
  const ended = await runAltered(runner, 'baseline again', made, { timeoutMs, signal })
  if (typeof ended !== 'string') refuseLaterFailure(ended.run)
  return ended
}

/** For a run in which the service told the truth. @throws Failure if it fails, unlike those before the lies */
export function refuseLaterFailure(run: CommandRun): void {
  if (hasFailed(run)) throw unrepeatable(run)
}

function unrepeatable(run: CommandRun): Failure {
  const hint = run.isOverTime
    ? 'give each run more time with --timeout'
    : 'if its runs disturb each other, use --jobs 1'
  return new Failure(exitCodes.runtime, [
    `alias-sandbox: mutate: the command is not repeatable: it passed without any lie, and later failed without any lie (${describeEnd(run)}); what it seems to notice may be chance, so there is no result; ${hint}`,
    ...lastLines(run),
  ])
}

function lastLines({ output }: CommandRun): string[] {
  if (output === '') return []
  return ['Its output ended with:', ...toLines(stripVTControlCharacters(output))]
}

function stopped({ stopCode }: CommandRunner): Failure {
  const message = 'stopped before the baseline was complete; no lie was tried'
  return new Failure(stopCode ?? exitCodes.runtime, [`alias-sandbox: mutate: ${message}`])
}

function refuseFailure(...runs: readonly AlteredRun[]): void {
  const failed = runs.find(({ run }) => hasFailed(run))
  if (!failed) return
  const isMixed = runs.some(({ run }) => !hasFailed(run))
  const end = describeEnd(failed.run)
  const what = isMixed
    ? `the command is not repeatable: of two runs without any lie, one passed and one failed (${end})`
    : `the command fails without any lie (${end}); it must pass before its tests can be tried`
  const hint = isMixed ? '; if its runs disturb each other, use --jobs 1' : ''
  throw new Failure(exitCodes.runtime, [
    `alias-sandbox: mutate: ${what}${hint}`,
    ...lastLines(failed.run),
  ])
}

/** A command that starts a sandbox of its own talks to another service than the one that lies. */
function refuseSilence({ calls }: AlteredRun): void {
  if (calls.size > 0) return
  throw new Failure(exitCodes.runtime, [
    'alias-sandbox: mutate: the command passed, but made no call to the sandbox in ALIAS_SANDBOX_URL, so there is nothing to lie about',
    ...toLines(
      wrap(
        'Let the client use ALIAS_SANDBOX_URL and ALIAS_SANDBOX_API_KEY, or name its own variables with --env. Tests that start their own sandbox with startSandbox() have to use this one: await connectSandbox(), from alias-sandbox/client, finds it. The setups for Vitest and Jest do that by themselves.',
      ),
    ),
  ])
}

function toLines(text: string): string[] {
  return text.trimEnd().split(/\r?\n/)
}
