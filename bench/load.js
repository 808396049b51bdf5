// The load: several connections, each with one call in flight. We wrote our own because autocannon takes
// longer per call than the measured servers do, and would measure itself.
import { connect } from 'node:net'
import { Latencies } from './latencies.js'

/** Formats a call as bytes, ready to send. */
export function toBytes(method, path, key, body) {
  const json = body === undefined ? '' : JSON.stringify(body)
  const content = json && `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${content}\r\n${json}`,
  )
}

/**
 * Sends the given calls in turn for `ms`, or until `count` calls are sent. Returns the number of responses,
 * the time in seconds, and the latencies. A response that is not a success ends the benchmark, because
 * refusals are cheap and would look like speed.
 */
export function load({ port, connections, ms = Infinity, calls, count = Infinity }) {
  const latencies = new Latencies()
  const rest = stayAwake()
  const from = performance.now()
  let sent = 0
  const next = () => {
    if (sent >= count || performance.now() - from >= ms) return undefined
    return calls[sent++ % calls.length]
  }
  return Promise.all(
    Array.from({ length: Math.min(connections, count) }, () => drive(port, next, latencies)),
  )
    .then(() => ({
      answered: latencies.count,
      seconds: (performance.now() - from) / 1_000,
      latencies,
    }))
    .finally(rest)
}

/**
 * Polls without sleeping. On a virtual machine, waking a sleeping process costs the sender up to 20 µs. A
 * server that is fast enough to keep the load busy would not pay that, and a slightly slower one would.
 */
function stayAwake() {
  let isAwake = true
  const turn = () => isAwake && setImmediate(turn)
  turn()
  return () => {
    isAwake = false
  }
}

/** One connection; sends the next call when the response to the last one is complete. */
function drive(port, next, latencies) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', send)
    socket.setNoDelay(true)
    let sentAt = 0
    let missing = 0
    socket.on('data', (chunk) => {
      if (missing === 0) missing = lengthOf(chunk)
      if (Number.isNaN(missing)) fail(new Error(`not a success: ${chunk.toString().slice(0, 400)}`))
      missing -= chunk.length
      if (missing > 0) return
      latencies.add(performance.now() - sentAt)
      send()
    })
    socket.on('error', fail)
    socket.on('close', () => resolve())

    function send() {
      const call = next()
      if (call === undefined) {
        socket.destroy()
        return
      }
      sentAt = performance.now()
      socket.write(call)
    }
    function fail(error) {
      socket.destroy()
      reject(error)
    }
  })
}

/** The total length of the response that begins with this chunk; NaN unless it is a 2xx with a content length. */
function lengthOf(chunk) {
  const start = chunk.latin1Slice(0, Math.min(600, chunk.length))
  const head = start.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(start)
  return head > 0 && length && start.startsWith('HTTP/1.1 2') ? head + 4 + Number(length[1]) : NaN
}
