import type { Socket } from 'node:net'

/** One end of a connection, as the process that has it sees it. */
export type ConnectionEnd = {
  /** `address:port` of this end; a word if it has none. */
  here: string
  there: string
  written: number
  read: number
  /** Does the process read on? If not, bytes may wait for it as long as it likes. */
  isReading: boolean
  /** Does the connection keep the process alive? Clients do not let idle ones do that. */
  isHeld: boolean
  /** Has the other side said that it will send nothing more? */
  hasEnded: boolean
  /** Real time since this side connected, if it did, and is known. */
  ageMs?: number
}

/** What a thread of the command's processes says about itself when it is asked. */
export type ThreadView = {
  /** Does it only wait: for timers, connections, processes, threads? */
  isIdle: boolean
  /** When its first timer is due on the machine's clock, in milliseconds since 1970. */
  nextMs: number | undefined
  /** Has a timer been set, cleared or fired since it was last asked? */
  hasChanged: boolean
  /** How many events its loop has handled so far, questions not among them. */
  events: number
  connections: ConnectionEnd[]
  /** The child processes that it waits for. */
  children: number[]
  /** The threads that it has started. */
  threads: number[]
}

/** The first message of a thread. */
export type Hello = { pid: number; parent: number; thread: number }

export type FromThread = { hello: Hello } | { answer: number; view: ThreadView }
export type ToThread = { ask: number } | { skewMs: number }

/** Names the folder with the socket and the file below, for the command's processes. */
export const FOLDER_VARIABLE = 'ALIAS_SANDBOX_TIME_TRAVEL'

/** Holds the skew, for processes that start. */
export const SKEW_FILE = 'skew'

/** Where the processes connect to. */
export function socketIn(folder: string): string {
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\${folder.replaceAll(/[\\/:]/g, '-')}`
    : `${folder}/socket`
}

/** A line may not be longer: that of a process with thousands of connections. */
const MAX_LINE = 1_048_576

/** Calls `take` with each message of a socket, and closes a socket that sends something else. */
export function readMessages(socket: Socket, take: (message: object) => void): void {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = parse(line)
      if (message) take(message)
      else socket.destroy()
    }
    if (rest.length > MAX_LINE) socket.destroy()
  })
}

/** Undefined for what is not the JSON of an object. */
function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Whoever can open the socket can write to it. */
export function isFromThread(message: object): message is FromThread {
  if ('hello' in message) return hasNumbers(message.hello, ['pid', 'parent', 'thread'])
  if (!('answer' in message && 'view' in message)) return false
  return Number.isSafeInteger(message.answer) && isView(message.view)
}

function isView(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const view = value as Record<string, unknown>
  const { children, threads, connections } = view
  return (
    (view['nextMs'] === undefined || Number.isFinite(view['nextMs'])) &&
    [children, threads].every((list) => Array.isArray(list) && list.every(Number.isSafeInteger)) &&
    Array.isArray(connections) &&
    connections.every((end) => typeof end === 'object' && end !== null)
  )
}

function hasNumbers(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  return names.every((name) => Number.isSafeInteger((value as Record<string, unknown>)[name]))
}

export function toLine(message: FromThread | ToThread): string {
  return `${JSON.stringify(message)}\n`
}
