import { announce } from './announce.ts'
import { runChild } from './child.ts'
import { readChildEnvironment } from './child-environment.ts'
import type { Context } from './context.ts'
import { usageError } from './failure.ts'
import { closeSandbox, openSandbox } from './open-sandbox.ts'
import { toReady } from './ready.ts'
import { readSettings } from './settings.ts'
import { checkReportFile, verify } from './verify.ts'

/** Runs a command against a sandbox of its own, and ends as it ended. */
export async function runExec(context: Context): Promise<number> {
  const [command, ...given] = context.rest
  if (command === undefined) {
    throw usageError(
      'exec: no command; usage: alias-sandbox exec [options] -- <command> [argument...]',
    )
  }
  const toEnvironment = readChildEnvironment(context)
  checkReportFile(context.options.report)
  const settings = await readSettings(context)
  const running = await openSandbox(settings)
  let stopTelling = () => {}
  try {
    // Standard output is the command's alone.
    stopTelling = announce(context, settings, running, context.io.stderr)
    const { url, api_key: key } = toReady(running, settings)
    const env = toEnvironment({ url, key })
    const exitCode = await runChild(command, given, env, context.io)
    return verify(context, running, exitCode)
  } finally {
    await closeSandbox(running)
    stopTelling()
  }
}
