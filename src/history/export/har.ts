import { msOf } from '../../contract/history/entry-types.ts'
import type { RequestEntry } from '../../contract/history/entry.ts'
import type { Session } from '../../contract/session/session.ts'
import { toBytes } from '../../text/bytes.ts'

/** Facts that a session does not have. */
export type HarFacts = {
  version: string
  /** The scheme of the URL that clients called. */
  scheme: 'http' | 'https'
}

/**
 * The requests of a session as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), which browsers and HTTP tools
 * read. The keys in a session are masked.
 */
export function toHar({ accounts }: Session, { version, scheme }: HarFacts) {
  const requests = accounts
    .flatMap(({ history }) => history.filter((entry) => entry.type === 'call'))
    .toSorted((a, b) => a.order - b.order)
  return {
    log: {
      version: '1.2',
      creator: { name: 'alias-sandbox', version },
      entries: requests.map((entry) => toHarEntry(entry, scheme)),
    },
  }
}

/** Sizes and parts that a sandbox does not know. */
const UNKNOWN = -1

function toHarEntry(entry: RequestEntry, scheme: HarFacts['scheme']) {
  const { real_at: startedDateTime, ended_at: endedAt, duration_ms: duration } = entry
  // A fault can hold an answer back; a replay or a page takes no time for it.
  const time = Math.max(duration, endedAt === null ? 0 : msOf(endedAt) - msOf(startedDateTime))
  return {
    startedDateTime,
    time,
    request: toHarRequest(entry, scheme),
    response: toHarResponse(entry),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: `${entry.account}/${entry.id}: ${entry.why}`,
  }
}

function toHarRequest({ request }: RequestEntry, scheme: HarFacts['scheme']) {
  const { method, path, query, headers, content_type: mimeType = '', body } = request
  return {
    method,
    url: `${scheme}://${String(headers['host'] ?? 'localhost')}${path}${query === '' ? '' : `?${query}`}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value) => ({ name, value })),
    ),
    queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
    ...(body !== null && { postData: { mimeType, text: body } }),
    headersSize: UNKNOWN,
    bodySize: body === null ? 0 : toBytes(body).length,
  }
}

/** An answer that was never sent has the status 0. */
function toHarResponse({ response }: RequestEntry) {
  const { status, headers, body } = response
  const fields = Object.entries(headers)
  const type = fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const size = toBytes(body).length
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: fields.map(([name, value]) => ({ name, value })),
    content: { size, mimeType: type ?? (size === 0 ? '' : 'application/json'), text: body },
    redirectURL: '',
    headersSize: UNKNOWN,
    bodySize: size,
  }
}
