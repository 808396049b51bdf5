// Clients that mean no good.
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

/** The same until one returns something; returns that. */
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

/** Opens connections with the start of a request, and leaves them all. */
export async function leave(port, count, request, afterMs = 500) {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1')
    const rest = request.endsWith('HTTP/1.1') ? '\r\nHost: localhost\r\n\r\n' : ''
    return socket.on('error', () => {}).on('connect', () => socket.write(`${request}${rest}`))
  })
  await sleep(afterMs)
  for (const socket of sockets) socket.destroy()
}

/** Sends a request on each of these connections and reads nothing for two seconds. */
export async function readSlowly(port, count, request, key) {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1')
      .pause()
      .on('error', () => {})
    const rest = key ? `\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n` : ''
    return socket.on('connect', () => socket.write(`${request}${rest}`))
  })
  await sleep(2_000)
  for (const socket of sockets) socket.destroy()
}

/** Sends one mail of this many bytes; returns what the server said. */
export async function sendMail(port, to, bytes) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let said = ''
  socket.on('data', (chunk) => (said += chunk))
  const lines = `Subject: flood\r\n\r\n${`${'x'.repeat(900)}\r\n`.repeat(Math.floor(bytes / 902))}.\r\n`
  const steps = ['EHLO me', 'MAIL FROM:<a@b.example>', `RCPT TO:<${to}>`, 'DATA']
  for (const step of steps) {
    await Promise.race([once(socket, 'data'), once(socket, 'close')])
    if (socket.destroyed) return said
    socket.write(`${step}\r\n`)
  }
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.write(lines)
  await Promise.race([once(socket, 'data'), once(socket, 'close'), sleep(20_000)])
  socket.destroy()
  return said
}
