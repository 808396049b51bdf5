/** One end of a TCP connection, as the process that has it sees it. */
export type ConnectionEnd = {
  /** `address:port` of this end. */
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

/** Calls `take` with each message of a stream of lines. */
export function readMessages(
  stream: NodeJS.ReadableStream,
  take: (message: unknown) => void,
): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line))
  })
}

export function toLine(message: FromThread | ToThread): string {
  return `${JSON.stringify(message)}\n`
}
