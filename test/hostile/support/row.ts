/** One hostile request, byte for byte, and the allowed answers. */
export type HostileRow = {
  name: string
  /** The bytes, one character each. */
  sent: string
  /** The allowed statuses, as few as possible. */
  statuses: readonly number[]
  /** The source of the rule: a place in the API document, an RFC, or `SECURITY.md`. */
  asks: string
  /** How many aliases it creates. */
  creates: number
  /** The statuses of the answers after the first, if it sends several requests. */
  after: readonly number[]
  /** Whether it is accepted and changes more than the number of aliases. */
  changes: boolean
  /** Whether the connection is closed without notice in the answer, because the following bytes are invalid. */
  closes: boolean
}

/** A row of a table. A row that creates an alias or gets several answers must declare it. */
export function row(
  name: string,
  sent: string,
  statuses: number | readonly number[],
  asks: string,
  { creates = 0, after = [], changes = false, closes = false }: Partial<HostileRow> = {},
): HostileRow {
  return { name, sent, statuses: [statuses].flat(), asks, creates, after, changes, closes }
}

export const HOST = 'Host: 127.0.0.1'
export const KEY = 'Authorization: Bearer sandbox_default'
export const JSON_TYPE = 'Content-Type: application/json'
export const CHUNKED = 'Transfer-Encoding: chunked'

/** The time in the sandbox under attack, in epoch seconds. */
export const NOW_SECONDS = Date.UTC(2026, 2, 1, 12) / 1_000

/** A head and a body, without any additions. */
export function message(line: string, headers: readonly string[], body = ''): string {
  return `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`
}

/** A GET with Host and key. */
export function get(target: string, ...headers: string[]): string {
  return message(`GET ${target} HTTP/1.1`, [HOST, KEY, ...headers])
}

/** A creation with Host, key and the correct Content-Length. */
export function post(body: string, ...headers: string[]): string {
  return message('POST /v1/aliases HTTP/1.1', [HOST, KEY, ...headers, lengthOf(body)], body)
}

/** A creation with a JSON content type. */
export function postJson(body: string, ...headers: string[]): string {
  return post(body, JSON_TYPE, ...headers)
}

/** A JSON call of the control API; the path is relative to `/_sandbox/`. */
export function control(line: string, body: string, ...headers: string[]): string {
  const [method = '', path = ''] = line.split(' ')
  return message(
    `${method} /_sandbox/${path} HTTP/1.1`,
    [HOST, JSON_TYPE, ...headers, lengthOf(body)],
    body,
  )
}

/** The UTF-8 bytes of a text, one character each. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function lengthOf(body: string): string {
  return `Content-Length: ${body.length}`
}
