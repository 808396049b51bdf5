// Clients that mean no good.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Calls `act` so many times, a few at a time; returns what each returned. */
export async function many(count, atOnce, act) {
  const results = []
  let made = 0
  const work = async () => {
    while (made < count) results.push(await act((made += 1)))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** Calls `act` in that way until one call returns something; returns that. */
export async function until(count, atOnce, act) {
  let found
  let made = 0
  const work = async () => {
    while (made < count && !found) found = (await act((made += 1))) || found
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

/** The text of an answer that refuses; undefined for any other. */
export async function message(answer) {
  const { status, text } = await answer
  return status >= 400 ? text : undefined
}

/** A request without a body. */
export function request(target, key = 'sandbox_default') {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`
}

/** Opens so many connections, sends this text on each, and reads nothing. */
export async function openAll(port, count, sent) {
  const sockets = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(BATCH, count - sockets.length) }, () =>
      connect(port, '127.0.0.1').on('error', () => {}),
    )
    await Promise.all(some.map((socket) => heard(socket, 'connect')))
    for (const socket of some) socket.write(sent)
    sockets.push(...some)
  }
  return sockets
}

/** At a time: the system keeps few connections that wait to be accepted. */
const BATCH = 250

export function closeAll(sockets) {
  for (const socket of sockets) socket.destroy()
}

/** For two seconds, every other client reads a little at a time, and the others nothing. */
export async function readSlowly(sockets) {
  for (const socket of sockets.filter((_, at) => at % 2 === 0)) {
    socket.on('data', () => {
      socket.pause()
      setTimeout(() => socket.resume(), 100)
    })
  }
  await sleep(2_000)
  closeAll(sockets)
}

/** Waits for an event of a connection, or for its end. */
async function heard(socket, event) {
  if (socket.destroyed) return
  const over = new AbortController()
  const either = [event, 'close'].map((name) => once(socket, name, over))
  await Promise.race(either).catch(() => {}) // it was cut off
  over.abort()
}

/**
 * Sends `lines` to a mail server, one at a time, and returns all that it says until it hangs up or has answered all.
 */
export async function converse(port, lines) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let said = ''
  socket.on('data', (chunk) => (said += chunk))
  await heard(socket, 'data')
  for (const line of lines) {
    if (socket.destroyed) break
    socket.write(`${line}\r\n`)
    await heard(socket, 'data')
  }
  socket.destroy()
  return said
}

/** Sends one mail; returns what the server said. */
export function sendMail(port, to, mail) {
  const envelope = ['EHLO me', 'MAIL FROM:<a@b.example>', `RCPT TO:<${to}>`, 'DATA']
  return converse(port, [...envelope, `${mail}\r\n.`])
}

/** A mail of this many bytes. */
export function mailOf(bytes) {
  return `Subject: flood\r\n\r\n${`${'x'.repeat(900)}\r\n`.repeat(Math.floor(bytes / 902))}`
}

/** How soon a sandbox answers, whatever was sent to it. */
const AT_ONCE_MS = 1_000

/** Returns the answer and after how many ms it came. */
export async function atOnce(act) {
  const from = performance.now()
  const answer = await act()
  const ms = Math.round(performance.now() - from)
  assert.ok(ms < AT_ONCE_MS, `it answered after ${ms} ms`)
  return { ...answer, ms }
}
