// Formats requests as bytes, and sends them.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The bytes of a request, or of a mail, which has `bytes` only. `without` omits one of the usual headers, because the request has its own. */
export function toBytes(
  { method, target, headers, body, chunks, key, without, bytes },
  keepAlive = false,
) {
  if (bytes) return bytes
  const isWrite = method === 'POST' || method === 'PUT'
  const usual = [
    ['Host', '127.0.0.1'],
    ['Authorization', `Bearer ${key ?? 'sandbox_default'}`],
    ...(isWrite ? [['Content-Type', 'application/json']] : []),
    ...(chunks ? [['Transfer-Encoding', 'chunked']] : []),
    ...(body !== undefined ? [['Content-Length', Buffer.byteLength(body)]] : []),
    ['Connection', keepAlive ? 'keep-alive' : 'close'],
  ].filter(([name]) => name.toLowerCase() !== without)
  const lines = [...usual, ...headers].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return Buffer.concat([head, Buffer.from(chunks ?? body ?? '')])
}

/** How much of what comes back is kept, and the status that it tells. */
const http = {
  startBytes: 64,
  toStatus(text) {
    const match = /^HTTP\/1\.1 (\d{3})/.exec(text)
    return match ? Number(match[1]) : undefined
  },
}
/** Of a session, only a mail that was taken after its DATA is no refusal. */
const smtp = {
  startBytes: 1_000_000,
  toStatus: (text) => (/^354 .*\r\n250 /m.test(text) ? 250 : 550),
}

/**
 * Opens a new connection. `closed` resolves when it is closed; `status` is undefined until a response
 * arrives. A mail server speaks first: `greeted` resolves when it has.
 */
export function open(port, { kind } = {}) {
  const socket = connect(port, '127.0.0.1')
  const { toStatus, startBytes } = kind === 'mail' ? smtp : http
  const chunks = []
  let bytes = 0
  socket.on('data', (chunk) => {
    if (bytes < startBytes) chunks.push(chunk)
    bytes += chunk.length
  })
  socket.on('error', () => {}) // close follows
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const greeting = new Promise((resolve) => socket.once('data', resolve))
  return {
    socket,
    closed,
    greeted: kind === 'mail' ? Promise.race([greeting, closed]) : Promise.resolve(),
    get status() {
      return toStatus(Buffer.concat(chunks).toString('latin1'))
    },
    get received() {
      return bytes
    },
  }
}

/** How long an answer may take. */
const DEADLINE_MS = 10_000

/** Sends a whole request and reads its response to the end. */
export async function exchange(port, bytes, { streams = false, kind } = {}) {
  const connection = open(port, { kind })
  await connection.greeted
  connection.socket.write(bytes)
  const isClosed = await within(streams ? 150 : DEADLINE_MS, connection.closed)
  connection.socket.destroy()
  const { status } = connection
  return { status, isAborted: !isClosed && !streams }
}

/** Whether a promise resolves in time. */
export async function within(ms, promise) {
  const timer = new AbortController()
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const isInTime = await Promise.race([promise.then(() => true), late])
  timer.abort()
  return isInTime
}

/** Sends a request in pieces; the last byte only if it `finishes`. */
export async function drip(connection, bytes, { pieces, everyMs, finishes }) {
  const step = Math.ceil(bytes.length / pieces)
  const end = finishes ? bytes.length : bytes.length - 1
  for (let from = 0; from < end && !connection.socket.destroyed; from += step) {
    connection.socket.write(bytes.subarray(from, Math.min(from + step, end)))
    await sleep(everyMs)
  }
}
