// Loaded by Node before the command's own code: NODE_OPTIONS --require.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { threadId } from 'node:worker_threads'
import {
  FOLDER_VARIABLE,
  SKEW_FILE,
  readMessages,
  socketIn,
  toLine,
  type FromThread,
  type ToThread,
} from './messages.ts'
import { real } from './process/real.ts'
import { Thread } from './process/thread.ts'

const folder = process.env[FOLDER_VARIABLE]
const skewMs = folder === undefined ? undefined : readSkew(folder)
if (folder !== undefined && skewMs !== undefined) follow(folder, skewMs)

/** Undefined when the sandbox is gone. */
function readSkew(place: string): number | undefined {
  try {
    const ms = Number(readFileSync(`${place}/${SKEW_FILE}`, 'utf8'))
    return Number.isSafeInteger(ms) ? ms : undefined
  } catch {
    return undefined // a process that outlives the run lives in real time
  }
}

/** Puts this thread on the account's clock. Without the socket that clock goes like the machine's. */
function follow(place: string, startMs: number): void {
  const socket = connect(socketIn(place))
  const send = (message: FromThread) => void (socket.destroyed || socket.write(toLine(message)))
  socket.unref()
  socket.on('error', () => socket.destroy())
  send({ hello: { pid: process.pid, parent: process.ppid, thread: threadId } })
  const thread = new Thread(startMs)
  readMessages(socket, (line) => {
    const message = line as ToThread
    if ('skewMs' in message) thread.travelTo(message.skewMs)
    else afterTurns(() => send({ answer: message.ask, view: thread.look(message.ask) }))
  })
}

/** The loop reads all that has arrived between the two. */
function afterTurns(act: () => void): void {
  real.setImmediate(() => real.setImmediate(act))
}
