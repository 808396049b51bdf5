// Node's http.request, with timers of its own. It creates only what a list does not show, so a run that
// failed can simply be started again.
import http from 'node:http'

const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
const agent = new http.Agent({ keepAlive: true })
const labels = ['newsletter', 'shop', 'guest']
const GIVE_UP_AFTER_MS = 5 * 60_000
let started = Date.now()

/** Calls back with (error, answer); the answer has no body when it did not arrive whole. */
function send(method, path, content, callback) {
  const text = content && JSON.stringify(content)
  const headers = { authorization: `Bearer ${key}` }
  if (text) headers['content-type'] = 'application/json'
  let isDone = false
  const done = (answer) => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    callback(answer)
  }
  const request = http.request(url + path, { method, headers, agent }, (response) => {
    const parts = []
    response.on('data', (part) => parts.push(part))
    response.on('error', (error) => done({ problem: error.message }))
    response.on('end', () => {
      const answer = { status: response.statusCode, wait: response.headers['retry-after'] }
      try {
        done({ ...answer, body: JSON.parse(Buffer.concat(parts).toString()) })
      } catch {
        done({ ...answer, problem: `${answer.status}, but not JSON` })
      }
    })
  })
  const timer = setTimeout(() => {
    request.destroy(new Error('no answer within 20 s'))
  }, 20_000)
  request.on('error', (error) => done({ problem: error.message }))
  request.end(text)
}

/** Returns the milliseconds to wait before another try; undefined to stop. */
function msUntilRetry({ status, wait, body }, attempt) {
  if (wait !== undefined) return Number(wait) * 1_000 + 50
  if (status === 409 || body === undefined || status >= 500) return 1_000 * attempt
  return undefined
}

function list(path, found, callback, attempt = 1) {
  send('GET', path, undefined, (answer) => {
    const { status, body } = answer
    if (status !== 200 || !body) {
      return again(answer, attempt, () => list(path, found, callback, attempt + 1))
    }
    found.push(...body.aliases)
    if (body.next_cursor === null) return callback(found)
    list(`/v1/aliases?last_key=${encodeURIComponent(body.next_cursor)}`, found, callback)
  })
}

/** Creates what is missing, one after another; after any trouble it looks again what is there. */
function createMissing(callback, attempt = 1) {
  list('/v1/aliases', [], (found) => {
    const missing = labels.filter((label) => !found.some((alias) => alias.label === label))
    if (missing.length === 0) return callback(found)
    create(missing, callback, attempt)
  })
}

function create([label, ...others], callback, attempt) {
  send('POST', '/v1/aliases', { label }, (answer) => {
    if (answer.status !== 200 || !answer.body) {
      return again(answer, attempt, () => createMissing(callback, attempt + 1))
    }
    started = Date.now()
    if (others.length > 0) return create(others, callback, 1)
    createMissing(callback)
  })
}

function again(answer, attempt, act) {
  const ms = msUntilRetry(answer, attempt)
  if (ms !== undefined && Date.now() - started < GIVE_UP_AFTER_MS) {
    setTimeout(() => act(), ms)
    return
  }
  const { status, body, problem } = answer
  console.error(`error: ${problem ?? `${status} ${body.code ?? body.message}`}`)
  process.exitCode = 1
  agent.destroy()
}

createMissing((aliases) => {
  for (const { address, label } of aliases) console.log(`${address} ${label}`)
  agent.destroy()
})
