/**
 * Keys that clients send where they do not belong. A key of the real service may be among them, so a
 * journal keeps its first four characters and its length.
 */

/** Names whose value is a secret, by their last words: `api_key`, `X-Vendor-Token`, `client_secret`. */
const SECRET_NAME =
  /(?:^|[-_.])(?:(?:api|access|auth|private|secret|subscription|session|app)?[-_.]?(?:key|token)|apikey|secret|password|passwd|pwd|auth|authorization|credentials?|signature|sig|jwt|bearer|sid|session)$/i
/** Names that end like those of secrets and are none. */
const PUBLIC_NAMES: readonly string[] = [
  'last_key',
  'idempotency-key',
  'sec-websocket-key',
  'sort_key',
]
/** Headers that say who calls, and what for: identifiers of other kinds, which help to find a call. */
const PUBLIC_HEADERS =
  /^(?:host|date|connection|user-agent|accept(?:-.*)?|content-.*|origin|traceparent|tracestate|x-request-id|x-correlation-id|x-amzn-trace-id|if-none-match|sec-.*)$/i

const OWN_KEY = /^sandbox_[A-Za-z0-9_-]{1,100}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const WORD = /[A-Za-z0-9_.~+%-]{20,}={0,2}/g
// It starts where a name starts, so that a long text without = is read once.
const PAIR = /(?<![A-Za-z0-9_.%-])([A-Za-z0-9_.%-]+)=([^&\s;,"']+)/g

/** First four characters and length; of a short one the length alone. */
export function redactKey(secret: string): string {
  return `${secret.length > 8 ? secret.slice(0, 4) : ''}…(${secret.length})`
}

/** A path or a query without the keys in it. */
export function redactTarget(text: string): string {
  return redactWords(
    text.replace(PAIR, (pair, name: string, value: string) =>
      isSecretName(decode(name)) && !isOwn(decode(value))
        ? `${name}=${redactKey(decode(value))}`
        : pair,
    ),
  )
}

/** The value of a header without the keys in it. */
export function redactHeader(name: string, value: string): string {
  if (isSecretName(name)) return isOwn(value) ? value : redactKey(value)
  return PUBLIC_HEADERS.test(name) || PUBLIC_NAMES.includes(name) ? value : redactTarget(value)
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !PUBLIC_NAMES.includes(name.toLowerCase())
}

function isOwn(value: string): boolean {
  return OWN_KEY.test(value)
}

function redactWords(text: string): string {
  return text.replace(WORD, (word, at: number) => {
    if (/(?:^|[?&])last_key=$/.test(text.slice(0, at))) return word // a cursor is no secret
    return looksLikeKey(decode(word)) ? redactKey(decode(word)) : word
  })
}

/**
 * Long and drawn by a machine: 20 characters with small and capital letters and digits, or a run of 28
 * with letters and digits. Ids of aliases (24 of a-z0-9 at most), UUIDs and our own keys are not.
 */
function looksLikeKey(word: string): boolean {
  if (OWN_KEY.test(word) || UUID.test(word) || !/\d/.test(word)) return false
  if (word.length >= 20 && /[a-z]/.test(word) && /[A-Z]/.test(word)) return true
  return word.split(/[-_.~]/).some((run) => run.length >= 28 && /[a-z]/i.test(run))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a stray % stands for itself
  }
}
