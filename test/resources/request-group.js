// Runs the cases of one mode and shape that are requests, or those that are mails, in one process.
import { deliver } from './deliver.js'
import { drawFor } from './content/draw.js'
import {
  baselineOf,
  call,
  problemsOfJournal,
  problemsOfNextCall,
  problemsOfProcess,
  stateOf,
  watchGoodCalls,
} from './judge.js'
import { startIn } from './modes.js'
import { within } from './wire.js'

/** How many slow cases run in parallel, because each one mostly waits. */
const SLOW_AT_A_TIME = 20
/** A late response on a busy machine proves nothing, so it has to be late this many times. */
const TRIES = 3
/** How many mails may arrive after their case: one on each connection that was cut off. */
const LATE_MAILS = 8

export async function runRequests({ mode, shape, cases }, { folder, seed, form, report, isOver }) {
  const size = shape === 'slow' ? SLOW_AT_A_TIME : 1
  let sandbox = await start()
  for (let from = 0; from < cases.length; from += size) {
    if (isOver()) break
    const batch = cases.slice(from, from + size)
    if (mode === 'listener') sandbox.listen()
    const problems = await attempt(batch)
    if (problems.length > 0 && batch.length > 1) await narrow(batch, problems)
    else report(batch, problems, sandbox)
    if (problems.length > 0) await replace()
  }
  await finish()

  async function start() {
    const started = await startIn(mode, folder)
    if (!started.port) throw new Error(`no sandbox starts: ${started.said.stderr}`)
    for (let count = 0; count < 20; count += 1) await call(started.port, 'GET', '/v1/aliases')
    if (shape === 'never read') await fillUp(started)
    started.baseline = await baselineOf(started)
    return started
  }

  async function replace() {
    await sandbox.end(3_000)
    sandbox = await start()
  }

  async function finish() {
    const code = await sandbox.end()
    if (code !== 0) report([], [`SIGTERM ends it with 0; it was ${code}`], sandbox)
  }

  /** Repeats a batch with a late response on a fresh process; all other problems count at once. */
  async function attempt(batch) {
    for (let attempts = 1; ; attempts += 1) {
      const problems = await runBatch(sandbox, batch).catch(whenUnanswered)
      const isOnlyLate =
        problems.length > 0 && problems.every((each) => each.includes('within 1 s'))
      if (!isOnlyLate || attempts === TRIES) return problems
      await replace()
    }
  }

  /** The end of a process is detected slightly later than that of its connections. */
  async function whenUnanswered(error) {
    await within(1_000, sandbox.exit)
    return [`it answers; ${error.message}`, ...problemsOfProcess(sandbox)]
  }

  /**
   * Finds the failing case of a batch by running each alone on a fresh process; if none fails, reports the
   * whole batch.
   */
  async function narrow(batch, problems) {
    let isFound = false
    for (const each of batch) {
      await replace()
      const own = await attempt([each])
      report([each], own, sandbox)
      isFound ||= own.length > 0
    }
    if (!isFound)
      report(
        [],
        problems.map((each) => `${each} (all of ${batch.length} together)`),
        sandbox,
      )
  }

  async function runBatch(sandbox, batch) {
    const context = { form, session: JSON.parse(sandbox.baseline.session) }
    const stopWatching = watchGoodCalls(sandbox)
    const outcomes = await Promise.all(
      batch.map(({ row, number }) => {
        const draw = drawFor(seed, `${mode} ${row.name}`, shape, number)
        return deliver(sandbox, row, shape, draw, context)
      }),
    )
    const problems = await stopWatching(outcomes.reduce((sum, { sent }) => sum + sent, 0))
    problems.push(...(await judge(sandbox, batch, outcomes)))
    for (const { release } of outcomes) await release?.()
    return problems
  }

  async function judge(sandbox, batch, outcomes) {
    if (sandbox.ended) return problemsOfProcess(sandbox)
    const problems = []
    const isRefused = outcomes.every(
      ({ statuses, isUnknown }, index) =>
        !isUnknown && !batch[index].row.makesAccount && !statuses.some((status) => status < 300),
    )
    const hung = outcomes.reduce((sum, each) => sum + each.hung, 0)
    if (hung > 0) problems.push(`every call is answered or closed in time; ${hung} were not`)
    if (outcomes.some(({ statuses }) => statuses.includes(500))) problems.push('no call gets 500')
    const next = await problemsOfNextCall(sandbox, isRefused)
    sandbox.slowest = Math.max(sandbox.slowest ?? 0, next.ms)
    problems.push(...next.problems)
    if (shape === 'repeated') problems.push(...(await problemsOfJournal(sandbox)))
    const after = await stateOf(sandbox)
    if (after !== sandbox.baseline.state) {
      if (isRefused)
        problems.push(
          `what is refused changes nothing; the state differs: ${difference(sandbox.baseline.state, after)}`,
        )
      problems.push(...(await restore(sandbox, batch[0].row.kind === 'mail' ? LATE_MAILS : 1)))
    }
    return [...problems, ...problemsOfProcess(sandbox)]
  }
}

/** A mail whose client has left may still be read, and arrive meanwhile. */
async function restore(sandbox, tries) {
  const { status, text } = await call(
    sandbox.port,
    'PUT',
    '/_sandbox/session',
    sandbox.baseline.session,
  )
  if (status !== 200) return [`a saved state can be put back; ${status}: ${text.slice(0, 200)}`]
  const after = await stateOf(sandbox)
  if (after === sandbox.baseline.state) return []
  if (tries > 1) return restore(sandbox, tries - 1)
  return [
    `a state that is put back is the one that was saved: ${difference(sandbox.baseline.state, after)}`,
  ]
}

/** Adds large pages and a full journal, so that unread responses are large. */
async function fillUp(sandbox) {
  const label = 'x'.repeat(97_000)
  for (let count = 0; count < 100; count += 1) {
    await call(sandbox.port, 'POST', '/_sandbox/actions/create_alias', JSON.stringify({ label }))
  }
  const body = JSON.stringify({ label: 'x'.repeat(99_000) })
  for (let count = 0; count < 90; count += 1) await call(sandbox.port, 'POST', '/v1/aliases', body)
}

function difference(before, after) {
  let at = 0
  while (before[at] === after[at]) at += 1
  return `${before.slice(Math.max(0, at - 60), at + 60)} → ${after.slice(Math.max(0, at - 60), at + 60)}`
}
