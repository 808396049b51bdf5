import type { RunningSandbox, StartOptions } from '../start.ts'
import { toBanner } from './banner.ts'
import { logCalls, sentForeignKey, toJsonLine, toTextLine } from './call-log.ts'
import type { Context } from './context.ts'
import type { Output } from './io.ts'
import { choosePaint } from './paint.ts'
import { toReady, toReadyLine, writeReadyFile } from './ready.ts'

const FOREIGN_KEY =
  'alias-sandbox: warning: a key that is not of this sandbox was sent; if it is a real one, the client talks to the wrong place\n'

/** Says on `out` that the sandbox is ready, then tells its calls, until the answered function is called. */
export function announce(
  { options, io, env }: Context,
  settings: StartOptions,
  running: RunningSandbox,
  out: Output,
): () => void {
  const ready = toReady(running, settings)
  const stops: (() => void)[] = []
  const file = options['ready-file']
  if (file !== undefined) stops.push(writeReadyFile(file, ready))
  const isForPeople = out === io.stdout && io.isTerminal && !options.json
  const paint = choosePaint({ ...io, isTerminal: isForPeople }, env)
  out.write(`${options.json ? JSON.stringify(ready) : toReadyLine(ready)}\n`)
  if (options.open) {
    void import('./open-browser.ts').then(({ openBrowser }) =>
      openBrowser(`${ready.url}/_sandbox/`, io),
    )
  }
  if (!options.quiet) {
    if (running.isContinued && !isForPeople) {
      io.stderr.write(
        `alias-sandbox: ${settings.db} exists and is continued; --scenario is not looked at\n`,
      )
    }
    if (isForPeople) out.write(toBanner(settings, running, paint))
    const toLine = options.json ? toJsonLine : toTextLine(paint)
    stops.push(logCalls(running.sandbox, out, toLine))
  }
  stops.push(
    running.sandbox.listen((entry) => {
      if (sentForeignKey(entry)) io.stderr.write(FOREIGN_KEY)
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
