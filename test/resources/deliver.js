// The ways to send a request: whole, repeatedly, byte by byte, without reading the response, or cut off. Each
// function resolves with what it knows about the responses.
import { setTimeout as sleep } from 'node:timers/promises'
import { drip, exchange, open, toBytes, within } from './wire.js'

/** The most bytes and the most requests of one repeated case. */
const REPEATED = { short: { bytes: 40e6, times: 400 }, long: { bytes: 120e6, times: 1_500 } }

/** Limits the time of a repeated case, so that slow calls are repeated less often. */
const MAX_REPEAT_MS = 30_000

/**
 * Returns `statuses`: of the responses that were read; `isUnknown`: whether a call may have had an effect
 * without its response being read; `hung`: the number of missing responses; `sent`: the bytes in flight at
 * one time.
 */
export async function deliver(sandbox, row, shape, draw, context) {
  const request = makeRequest(row, draw, context)
  const how = { 'cut off': cutOff, repeated, slow, 'never read': neverRead }[shape] ?? once
  const port = row.kind === 'mail' ? sandbox.smtpPort : sandbox.port
  const outcome = await how({ ...sandbox, port }, row, request, draw, context)
  return { sent: Buffer.byteLength(request.bytes ?? request.body ?? ''), ...outcome }
}

function makeRequest(row, draw, context) {
  const request = row.make(draw, context)
  const { key } = request
  return { ...request, key: typeof key === 'function' ? key(draw) : key }
}

async function once({ port }, row, request) {
  const { status, isAborted } = await exchange(port, toBytes(request), row)
  return { statuses: [status], hung: isAborted ? 1 : 0 }
}

async function repeated({ port, mode }, row, request, draw, { form }) {
  const sent = toBytes(request)
  const { bytes, times } = REPEATED[form]
  const most = mode === 'db' ? bytes / 6 : bytes // each creation rewrites the file
  let left = draw.isLargest ? times : Math.ceil(draw.between(times / 4, times))
  left = Math.min(left, Math.ceil(most / sent.length), row.streams ? 50 : left)
  const statuses = new Set()
  let hung = 0
  const end = performance.now() + MAX_REPEAT_MS
  const lane = async () => {
    while (left > 0 && hung === 0 && performance.now() < end) {
      left -= 1
      const { status, isAborted } = await exchange(port, sent, row)
      statuses.add(status)
      if (isAborted) hung += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return { statuses: [...statuses], hung }
}

async function openAll(count, port, row) {
  const connections = Array.from({ length: count }, () => open(port, row))
  await Promise.all(connections.map(({ greeted }) => greeted))
  return connections
}

async function cutOff({ port }, row, request, draw) {
  const bytes = toBytes(request)
  const head = bytes.indexOf('\r\n\r\n') + 4
  const stages = [draw.below(head), head, draw.between(head, bytes.length), bytes.length]
  const at = draw.oneOf(stages)
  const connections = await openAll(draw.between(1, 8), port, row)
  for (const { socket } of connections) {
    socket.write(bytes.subarray(0, at), () => {
      setTimeout(
        () => (draw.chance(0.5) ? socket.resetAndDestroy() : socket.destroy()),
        draw.below(20),
      )
    })
  }
  await Promise.all(connections.map(({ closed }) => closed))
  // A mail may be complete before its last bytes, and is read after its client has left.
  return { statuses: [], isUnknown: row.kind === 'mail' || at === bytes.length, hung: 0 }
}

/**
 * Sends the request in pieces. In the long form about half of the cases never finish, and the sandbox has to
 * close them.
 */
async function slow({ port }, row, request, draw, { form }) {
  const bytes = toBytes(request)
  const finishes = form === 'short' || draw.chance(0.5)
  const connections = await openAll(draw.between(1, 10), port, row)
  const pace = { pieces: draw.between(3, 12), everyMs: 100, finishes }
  await Promise.all(connections.map((connection) => drip(connection, bytes, pace)))
  const timeouts = row.streams ? 200 : form === 'short' ? 10_000 : 45_000
  const closings = connections.map(({ closed }) => within(timeouts, closed))
  const hung = (await Promise.all(closings)).filter((isClosed) => !isClosed).length
  for (const { socket } of connections) socket.destroy()
  return {
    statuses: connections.map(({ status }) => status),
    hung: row.streams ? 0 : hung,
    sent: bytes.length * connections.length,
  }
}

/** Opens many connections that send requests and read nothing, and holds them for a while. */
async function neverRead({ port, child }, row, request, draw, { form }) {
  const bytes = toBytes(request, true)
  const count = form === 'short' ? draw.between(20, 60) : draw.between(50, 150)
  const copies = Math.max(1, Math.min(draw.between(1, 20), Math.floor(1e6 / bytes.length)))
  if (draw.chance(0.5)) child.stdout.pause()
  const connections = await openAll(count, port, row)
  for (const { socket } of connections) {
    socket.pause()
    for (let copy = 0; copy < copies; copy += 1) socket.write(bytes)
  }
  await sleep(form === 'short' ? 300 : 3_000)
  return {
    statuses: [],
    isUnknown: true,
    hung: 0,
    sent: bytes.length * copies * count,
    /** Called after the case has been judged. */
    release: async () => {
      for (const { socket } of connections) socket.destroy()
      child.stdout.resume()
      await Promise.all(connections.map(({ closed }) => closed))
    },
  }
}
