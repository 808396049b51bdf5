/** An answer from the wire, parsed strictly. */
export type WireAnswer = {
  status: number
  /** By lower-case name. */
  headers: ReadonlyMap<string, string>
  body: string
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e]*$/
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e]*?)[ \t]*$/

/**
 * Reads complete answers from the start of `text` and returns the incomplete rest.
 * @throws Error for anything but a well-formed HTTP/1.1 answer with one exact length.
 */
export function readAnswers(
  text: string,
  isHead: boolean,
): { answers: WireAnswer[]; rest: string } {
  const answers: WireAnswer[] = []
  let rest = text
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return { answers, rest }
    const { status, headers } = readHead(rest.slice(0, end))
    const length = lengthOf(status, headers, isHead && answers.every((known) => known.status < 200))
    const body = rest.slice(end + 4, end + 4 + length)
    if (body.length < length) return { answers, rest }
    answers.push({ status, headers, body })
    rest = rest.slice(end + 4 + length)
  }
}

function readHead(head: string): { status: number; headers: Map<string, string> } {
  const [line = '', ...fields] = head.split('\r\n')
  const status = STATUS_LINE.exec(line)
  if (!status) throw new Error(`this is no status line: ${JSON.stringify(line)}`)
  const headers = new Map<string, string>()
  for (const field of fields) {
    const [, name, value] = FIELD.exec(field) ?? []
    if (name === undefined) throw new Error(`this is no header: ${JSON.stringify(field)}`)
    if (headers.has(name.toLowerCase())) throw new Error(`${name} is sent twice`)
    headers.set(name.toLowerCase(), value!)
  }
  return { status: Number(status[1]), headers }
}

/** RFC 9112, 6.3: 1xx and 204 have no body, nor do answers to HEAD; all others declare its length. */
function lengthOf(status: number, headers: ReadonlyMap<string, string>, isHead: boolean): number {
  const said = headers.get('content-length')
  if (status < 200 || status === 204) {
    if (said !== undefined) throw new Error(`${status} comes with a Content-Length`)
    return 0
  }
  if (said === undefined || !/^\d+$/.test(said)) throw new Error(`${status} says no length`)
  return isHead ? 0 : Number(said)
}
