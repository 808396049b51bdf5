// The conditions that hold after every case, whatever was sent.
import { limits } from '../../build/contract/limits.js'
import '../support/process/fresh-build.js'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export const SLOWEST_MS = 1_000
/** The time between good calls while a case is running. */
const EVERY_MS = 100
/** On standard error: a stack trace, a warning of Node, or the sandbox's message about an internal error. */
const isBadLine = (line) =>
  /^\s+at /.test(line) ||
  line.startsWith('(node:') ||
  ['Warning:', 'this is a bug', 'JavaScript heap'].some((words) => line.includes(words))

/** A call of the harness itself. */
export function call(port, method, path, body, timeoutMs = 20_000) {
  return new Promise((resolve, reject) => {
    const from = performance.now()
    const headers = { Authorization: 'Bearer sandbox_default', Connection: 'close' }
    if (body !== undefined || method !== 'GET') headers['Content-Type'] = 'application/json'
    const requested = request(
      { port, host: '127.0.0.1', method, path, headers, agent: false },
      (answer) => {
        const chunks = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const ms = performance.now() - from
          resolve({ status: answer.statusCode, ms, text: Buffer.concat(chunks).toString() })
        })
      },
    )
    requested.on('error', reject)
    requested.setTimeout(timeoutMs, () =>
      requested.destroy(new Error(`no answer within ${timeoutMs} ms`)),
    )
    requested.end(body)
  })
}

/** All that requests can change, but for what happened. */
export async function stateOf({ port }) {
  const accounts = JSON.parse(await answerOf(port, '/_sandbox/accounts'))['accounts']
  const lasting = accounts.map(({ last_action: _last, ...account }) => account)
  return JSON.stringify([lasting, await answerOf(port, '/_sandbox/aliases')])
}

/** The session and the state at the start of every case. */
export async function baselineOf({ port }) {
  const session = await answerOf(port, '/_sandbox/session')
  return { session, state: await stateOf({ port }) }
}

async function answerOf(port, path) {
  const { status, text } = await call(port, 'GET', path)
  if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${text.slice(0, 200)}`)
  return text
}

/** Problems of the process and its output, as sentences. */
export function problemsOfProcess(sandbox) {
  const problems = []
  if (sandbox.ended && !sandbox.isEnding) {
    problems.push(`the process is alive; it ended with ${JSON.stringify(sandbox.ended)}`)
  }
  if (sandbox.said.stderr.split('\n').some(isBadLine))
    problems.push(`standard error has no stack and no warning; it has: ${excerpt(sandbox)}`)
  return problems
}

/** Problems of the journal: it stays within the limit of all histories, but its JSON is longer by escapes. */
export async function problemsOfJournal({ port }) {
  const { text } = await call(port, 'GET', '/_sandbox/requests')
  return text.length <= 1.5 * limits.historyBytes.value ? [] : [`its JSON has ${text.length} bytes`]
}

/**
 * Makes good calls until the returned function is called. That function resolves with the problems: no client
 * may delay another one. More time is allowed after a case that sends many megabytes.
 */
export function watchGoodCalls(sandbox) {
  const { port } = sandbox
  const stop = new AbortController()
  let slowest = 0
  const watch = async () => {
    while (!stop.signal.aborted) {
      const from = performance.now()
      await call(port, 'GET', '/_sandbox/live').catch(() => {}) // another check reports a dead process
      slowest = Math.max(slowest, performance.now() - from)
      await sleep(EVERY_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  }
  const watching = watch()
  return async (sentBytes) => {
    stop.abort()
    await watching
    sandbox.slowestMeanwhile = Math.max(sandbox.slowestMeanwhile ?? 0, slowest)
    const allowed = SLOWEST_MS + (sentBytes / 1e6) * 100
    if (slowest <= allowed) return []
    return [`a good call meanwhile is answered within 1 s; it took ${Math.round(slowest)} ms`]
  }
}

/** The next good call gets its response in time, and 200 if the state did not change. */
export async function problemsOfNextCall(sandbox, isUnchanged) {
  try {
    const { status, ms } = await call(sandbox.port, 'GET', '/v1/aliases?limit=1')
    const problems = []
    if (ms > SLOWEST_MS) {
      problems.push(`the next good call is answered within 1 s; it took ${Math.round(ms)} ms`)
    }
    if (isUnchanged && status !== 200)
      problems.push(`the next good call gets 200; it got ${status}`)
    return { ms, problems }
  } catch (error) {
    return { ms: Infinity, problems: [`the next good call is answered; ${error.message}`] }
  }
}

function excerpt({ said }) {
  const lines = said.stderr.split('\n')
  const at = lines.findIndex(isBadLine)
  return lines
    .slice(Math.max(0, at - 3), at + 4)
    .join(' | ')
    .slice(0, 600)
}
