// A keep-alive connection with one call in flight at a time.
import { connect } from 'node:net'

/** The connection closed before the response was complete. */
export class Unanswered extends Error {}

export class Connection {
  #socket
  #text = ''
  #waiting
  #isClosed = false

  constructor(port) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk) => {
      this.#text += chunk.toString('latin1')
      this.#read()
    })
    this.#socket.on('error', () => {}) // close follows
    this.#socket.on('close', () => {
      this.#isClosed = true
      this.#waiting?.reject(new Unanswered('closed before the answer'))
    })
  }

  get isClosed() {
    return this.#isClosed
  }

  /** Calls `/v1` or the control API; returns the status, the headers as text, and the body as text. */
  call(method, path, body, key = 'sandbox_default') {
    const text = body === undefined ? '' : JSON.stringify(body)
    const content = text && `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
    return this.send(
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${content}\r\n${text}`,
    )
  }

  /** Sends a request unchanged. */
  send(bytes) {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(new Unanswered('closed before the call'))
        return
      }
      this.#waiting = { resolve, reject }
      this.#socket.write(bytes, 'latin1')
    })
  }

  close() {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #read() {
    const end = this.#text.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#text)?.[1] ?? NaN)
    if (end < 0 || this.#text.length < end + 4 + length) return
    const answer = {
      status: Number(this.#text.slice(9, 12)),
      head: this.#text.slice(0, end),
      body: Buffer.from(this.#text.slice(end + 4, end + 4 + length), 'latin1').toString(),
    }
    this.#text = this.#text.slice(end + 4 + length)
    const { resolve } = this.#waiting ?? {}
    this.#waiting = undefined
    resolve?.(answer)
  }
}
