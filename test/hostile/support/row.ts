/** One hostile request: what is sent, byte for byte, and what may come back. */
export type Row = {
  name: string
  /** The bytes, a character each. */
  sent: string
  /** The statuses that are allowed; as few as can be. */
  statuses: readonly number[]
  /** Who asks for it: a place in the API document, an RFC, or `SECURITY.md`. */
  asks: string
  /** How many aliases it makes. */
  creates: number
  /** Statuses of what is answered after the first request, where several are sent. */
  after: readonly number[]
  /** Was it accepted, and does it change more than the number of aliases? */
  changes: boolean
  /** Is the connection closed though the answer does not say so, since what follows it is broken? */
  closes: boolean
}

/** A row of a table; what makes an alias or brings several answers says so. */
export function row(
  name: string,
  sent: string,
  statuses: number | readonly number[],
  asks: string,
  { creates = 0, after = [], changes = false, closes = false }: Partial<Row> = {},
): Row {
  return { name, sent, statuses: [statuses].flat(), asks, creates, after, changes, closes }
}

export const HOST = 'Host: 127.0.0.1'
export const KEY = 'Authorization: Bearer sandbox_default'
export const JSON_TYPE = 'Content-Type: application/json'
export const CHUNKED = 'Transfer-Encoding: chunked'

/** The clock of the sandbox that the tables are sent to, in epoch seconds. */
export const NOW_SECONDS = Date.UTC(2026, 2, 1, 12) / 1_000

/** A head and a body, as they are; nothing is added. */
export function message(line: string, headers: readonly string[], body = ''): string {
  return `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`
}

/** A GET with Host and key. */
export function get(target: string, ...headers: string[]): string {
  return message(`GET ${target} HTTP/1.1`, [HOST, KEY, ...headers])
}

/** A creation with Host and key, whose body has the length that is said. */
export function post(body: string, ...headers: string[]): string {
  return message('POST /v1/aliases HTTP/1.1', [HOST, KEY, ...headers, lengthOf(body)], body)
}

/** The same with a JSON content type. */
export function postJson(body: string, ...headers: string[]): string {
  return post(body, JSON_TYPE, ...headers)
}

/** A call of the control API, JSON; below `/_sandbox/`. */
export function control(line: string, body: string, ...headers: string[]): string {
  const [method = '', path = ''] = line.split(' ')
  return message(
    `${method} /_sandbox/${path} HTTP/1.1`,
    [HOST, JSON_TYPE, ...headers, lengthOf(body)],
    body,
  )
}

/** The bytes of a text in UTF-8, a character each. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function lengthOf(body: string): string {
  return `Content-Length: ${body.length}`
}
