import type { RequestEntry } from '../../contract/history/entry.ts'
import type { RunningSandbox, StartOptions } from '../../node/start.ts'
import { printable } from '../../text/escape.ts'
import { isLoopback } from '../../text/host.ts'
import { toBanner } from './banner.ts'
import type { Context } from '../args/context.ts'
import type { Output } from '../output/io.ts'
import { choosePaint } from '../output/paint.ts'
import { toReady, toReadyLine } from './ready.ts'

const FOREIGN_KEY =
  'alias-sandbox: warning: a client sent a key that this sandbox does not know; if it is a real key, check the base URL of the client'

/** Prints the ready line, and the banner if `out` is a terminal. */
export function reportReady(
  { options, io, env }: Context<'json' | 'open' | 'quiet'>,
  settings: StartOptions,
  running: RunningSandbox,
  out: Output,
): void {
  const ready = toReady(running, settings)
  const isForPeople = out === io.stdout && io.isTerminal && !options.json
  const paint = choosePaint({ ...io, isTerminal: isForPeople }, env)
  out.write(`${options.json ? JSON.stringify(ready) : toReadyLine(ready)}\n`)
  if (options.open) {
    void import('./open-browser.ts').then(({ openBrowser }) =>
      openBrowser(`${ready.url}/_sandbox/`, io),
    )
  }
  if (options.quiet) return
  if (running.continued && !isForPeople) {
    io.stderr.write(
      `alias-sandbox: continued from ${settings.db}, which already existed; --scenario is ignored\n`,
    )
  }
  const { differsFrom } = running.continued ?? {}
  if (differsFrom !== undefined) {
    io.stderr.write(
      `alias-sandbox: warning: this version answers ${printable(differsFrom)} of ${settings.db} otherwise; what followed from that answer may differ\n`,
    )
  }
  if (isForPeople) out.write(toBanner(settings, running, paint))
}

/** Warns once of a key that may be a real one, unless the returned function was called before. */
export function warnOfForeignKeys({ io }: Context, { sandbox }: RunningSandbox): () => void {
  const stop = sandbox.listen((entry) => {
    if (!sentForeignKey(entry)) return
    stop()
    io.stderr.write(`${FOREIGN_KEY}\n`)
  })
  return stop
}

/** Whether the request had a key that no sandbox issues. */
function sentForeignKey({ outcome, request }: RequestEntry): boolean {
  const { authorization } = request.headers
  return (
    outcome === 'invalid_key' &&
    typeof authorization === 'string' &&
    /^bearer (?!sand)/i.test(authorization)
  )
}

/** Warns when other machines can reach the sandbox. */
export function warnOfOtherMachines({ io }: Context, { host, controlToken }: StartOptions): void {
  if (host === undefined || isLoopback(host)) return
  const control =
    controlToken === undefined
      ? 'The control API refuses all requests until you set ALIAS_SANDBOX_CONTROL_TOKEN or --control-token-file.'
      : 'The control API requires the token.'
  io.stderr.write(
    `alias-sandbox: warning: other machines can reach --host ${host} and call /v1. ${control}\n`,
  )
}
