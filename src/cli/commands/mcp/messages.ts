/** JSON-RPC 2.0 as the Model Context Protocol uses it. */

export const errorCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const

/** An error that the protocol tells, rather than the result of a tool. */
export class ProtocolError extends Error {
  readonly code: number

  constructor(kind: keyof typeof errorCodes, message: string) {
    super(message)
    this.code = errorCodes[kind]
  }
}

export type Id = string | number

export type Message = {
  /** Undefined for a notification. */
  id: Id | undefined
  method: string
  params: ReadonlyMap<string, unknown>
}

/** The longest id, which every answer repeats. */
const MAX_ID = 200

/** Reads a line; undefined for an answer, since we ask nothing. @throws ProtocolError */
export function readMessage(line: string | undefined): Message | undefined {
  const value = parse(line)
  if (Array.isArray(value)) {
    throw new ProtocolError('invalidRequest', 'batches are not supported; send one message a line')
  }
  if (typeof value !== 'object' || value === null) {
    throw new ProtocolError('invalidRequest', 'a message must be an object')
  }
  const message = new Map<string, unknown>(Object.entries(value))
  if (message.get('jsonrpc') !== '2.0') {
    throw new ProtocolError('invalidRequest', 'jsonrpc must be "2.0"')
  }
  if (!message.has('method') && (message.has('result') || message.has('error'))) return undefined
  const method = message.get('method')
  if (typeof method !== 'string') {
    throw new ProtocolError('invalidRequest', 'method must be a string')
  }
  const id = message.get('id')
  if (message.has('id') && !isId(id)) {
    throw new ProtocolError('invalidRequest', 'id must be a string or an integer')
  }
  return { id: id as Id | undefined, method, params: readParams(message.get('params') ?? {}) }
}

function readParams(params: unknown): ReadonlyMap<string, unknown> {
  // A notification with wrong params is ignored like any other; a request finds nothing in them.
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
  return new Map(isObject ? Object.entries(params) : [])
}

function parse(line: string | undefined): unknown {
  if (line === undefined) {
    throw new ProtocolError('parse', 'a line must be UTF-8 and have at most 1,000,000 bytes')
  }
  try {
    return JSON.parse(line)
  } catch {
    throw new ProtocolError('parse', 'a line must be one message in JSON')
  }
}

export function isId(id: unknown): id is Id {
  return typeof id === 'string' ? id.length <= MAX_ID : Number.isSafeInteger(id)
}
