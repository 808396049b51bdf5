import { constants } from 'node:os'
import { reportReady, warnOfForeignKeys, warnOfOtherMachines } from '../../sandbox/report-ready.ts'
import { runChild } from '../../child/child.ts'
import { readChildEnvironment } from '../../child/child-environment.ts'
import type { Context } from '../../args/context.ts'
import { eachOptions, type ExecOption } from '../../args/tables/option-groups.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import { openExecLog } from '../../log/request-log.ts'
import { closeSandbox, openSandbox } from '../../sandbox/open-sandbox.ts'
import { checkOutputPaths } from '../../sandbox/output-paths.ts'
import { readCommand } from '../../args/read-command.ts'
import { toReady } from '../../sandbox/ready.ts'
import { claimReadyFile } from '../../sandbox/ready-file.ts'
import { readSettings } from '../../sandbox/settings.ts'
import { RelayedOutput } from '../../child/relayed-output.ts'
import { watchSignals } from '../../child/signals.ts'
import { isPage, prepareReport } from '../../output/report-file.ts'
import { FIRST_REFUSAL_MS } from '../../../node/http/v1/first-refusals.ts'
import { isJudged, JUDGE, verify } from './verify.ts'
import { WholeRun } from '../../sandbox/whole-run.ts'

/** The file descriptor to which the command prints with --json. */
const STDERR = 2

/** Runs a command against its own sandbox and exits with the command's exit code. */
export async function runExec(context: Context<ExecOption>): Promise<number> {
  const { each } = context.options
  if (each !== undefined) return (await import('./each.ts')).runEach(context, each)
  const needless = eachOptions.find((name) => context.sourceOf(name) === 'flag')
  if (needless !== undefined) throw usageError(`--${needless} needs --each`)
  return runOnce(context)
}

async function runOnce(context: Context<ExecOption>): Promise<number> {
  const { io, options } = context
  checkOutputPaths(context)
  if (options.json && options.log === '-') throw usageError('--log - cannot be used with --json')
  const readyFile = claimReadyFile(context)
  const command = readCommand(context, 'exec')
  const toEnvironment = readChildEnvironment(context, isJudged(context) ? JUDGE : undefined)
  prepareReport(options.report)
  const settings = await readSettings(context)
  // Of what goes to standard error, nothing is for programs.
  const told = { ...context, options: { ...options, json: false } }
  const log = openExecLog(told)
  const requested = watchAroundCommand(context)
  let secondRequest: Promise<void> | undefined
  const stops = [readyFile.remove, requested.stop]
  try {
    const firstRefusalMs = isJudged(context) ? FIRST_REFUSAL_MS : undefined
    const running = await openSandbox({ ...settings, firstRefusalMs }, context)
    try {
      warnOfOtherMachines(context, settings)
      const requests = new WholeRun(running.sandbox)
      const ready = toReady(running, settings)
      stops.push(warnOfForeignKeys(context, running))
      readyFile.write(ready)
      log?.attach(running)
      if (!options.quiet) reportReady(told, settings, running, io.stderr)
      if (requested.signal()) return exitCodes.signal + constants.signals[requested.signal()!]
      const env = toEnvironment({ url: ready.url, key: ready.api_key, smtpUrl: ready.smtp_url })
      const relayed = isPage(options.report) ? new RelayedOutput(io, options) : undefined
      const stdio = relayed?.stdio ?? ['inherit', options.json ? STDERR : 'inherit', 'inherit']
      const exitCode = await runChild(command, env, io, { stdio, relayed })
      secondRequest = requested.next()
      // The verdict comes first, and the requests that it is about after it.
      return await verify(context, requests, { exitCode, output: relayed?.text })
    } finally {
      readyFile.remove()
      const closed = closeSandbox(running)
      void secondRequest?.then(() => running.close(0).catch(() => {})) // `closed` reports the error
      await closed
    }
  } finally {
    for (const stop of stops) stop()
    await log?.close()
  }
}

/** Stores a signal that arrives while the sandbox starts, so that it shuts down cleanly, and reports later ones. */
function watchAroundCommand({ io }: Context) {
  let first: NodeJS.Signals | undefined
  let resolveNext = () => {}
  const stop = watchSignals(io, (signal) => {
    first ??= signal
    resolveNext()
  })
  const next = () => new Promise<void>((resolve) => (resolveNext = resolve))
  return { signal: () => first, next, stop }
}
