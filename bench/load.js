// The load: so many connections, each with one call under way. Written by hand, since autocannon
// takes longer for a call than the servers that are measured here do, and so would measure itself.
import { connect } from 'node:net'
import { Latencies } from './latencies.js'

/** A call as bytes, ready to be sent. */
export function toBytes(method, path, key, body) {
  const json = body === undefined ? '' : JSON.stringify(body)
  const content = json && `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${content}\r\n${json}`,
  )
}

/**
 * Makes the given calls in turn for so long, or until each was made so often.
 * Answers how many were answered, in how much time, and the latencies; an answer that is not a
 * success ends the benchmark, since a refusal is cheap and would look like speed.
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
 * Polls without ever sleeping. To wake a sleeping process costs whoever writes to it up to 20 µs
 * on a virtual machine; a server that is fast enough to keep the load busy would not pay that,
 * and one that is a little slower would.
 */
function stayAwake() {
  let isAwake = true
  const turn = () => isAwake && setImmediate(turn)
  turn()
  return () => {
    isAwake = false
  }
}

/** One connection: the next call goes out when the answer to the last is whole. */
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

/** How long the answer is that begins with this chunk; NaN when it is none of 2xx with a length. */
function lengthOf(chunk) {
  const start = chunk.latin1Slice(0, Math.min(600, chunk.length))
  const head = start.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(start)
  return head > 0 && length && start.startsWith('HTTP/1.1 2') ? head + 4 + Number(length[1]) : NaN
}
