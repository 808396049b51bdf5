/**
 * Redacts keys that clients send in the wrong place. One may be a key of the real service, so the journal
 * and history files store only its first four characters and its length.
 */

/** Names of secrets, recognized by their last words: `api_key`, `X-Vendor-Token`, `client_secret`. */
const SECRET_NAME =
  /(?:^|[-_.])(?:(?:api|access|auth|private|secret|subscription|session|app)?[-_.]?(?:key|token)|apikey|secret|password|passwd|pwd|auth|authorization|credentials?|signature|sig|jwt|bearer|sid|session)$/i
/** Names that look like those of secrets but are not secret. */
const PUBLIC_NAMES: readonly string[] = [
  'last_key',
  'idempotency-key',
  'sec-websocket-key',
  'sort_key',
]
/** Headers that identify the client or the call. They help to find a call and are not secret. */
const PUBLIC_HEADERS =
  /^(?:host|date|connection|user-agent|accept(?:-.*)?|content-.*|origin|traceparent|tracestate|x-request-id|x-correlation-id|x-amzn-trace-id|if-none-match|sec-.*)$/i

const OWN_KEY = /^sandbox_[A-Za-z0-9_-]{1,100}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const WORD = /[A-Za-z0-9_.~+%-]{20,}={0,2}/g
// The match starts at the beginning of a name, so that a long text without = is scanned only once.
const PAIR = /(?<![A-Za-z0-9_.%-])([A-Za-z0-9_.%-]+)=([^&\s;,"']+)/g

/** Returns the first four characters and the length; for a short secret only the length. */
export function redactKey(secret: string): string {
  return `${secret.length > 8 ? secret.slice(0, 4) : ''}…(${secret.length})`
}

/** Redacts the keys in a path or a query. */
export function redactTarget(text: string): string {
  return redactWords(
    text.replace(PAIR, (pair, name: string, value: string) =>
      isSecretName(decode(name)) && !isOwn(decode(value))
        ? `${name}=${redactKey(decode(value))}`
        : pair,
    ),
  )
}

/** Redacts the keys in the value of a header. */
export function redactHeader(name: string, value: string): string {
  if (isSecretName(name)) return isOwn(value) ? value : redactKey(value)
  return PUBLIC_HEADERS.test(name) || PUBLIC_NAMES.includes(name) ? value : redactTarget(value)
}

/** A field of a JSON text whose value is a string; a text that was cut off may end in it. */
const FIELD = /"([^"\\]{1,100})"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)/g

/** Keys of a sandbox, plain words such as states, and times. */
const HARMLESS = /^(?:sandbox_.*|[a-z_]+|\d{4}-\d\d-\d\d.*)$/s

/** The value of an Authorization header in a text: at least a digit, = or a capital inside tells it from a word. */
const CREDENTIALS = /\b(?:Bearer|Basic)\s+([A-Za-z0-9._~+/-]+=*)/gi
const NOT_A_WORD = /[0-9=]|[a-z][A-Z]/

/**
 * Finds the keys in a text, such as a body: long values of fields with the name of a secret, in JSON or a form,
 * words that look like keys, and what follows `Bearer` or `Basic`.
 */
export function findSecrets(text: string): string[] {
  const named = [FIELD, PAIR].flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(([, name = '']) => isSecretName(decode(name)))
      .map(([, , value = '']) => value),
  )
  const words = [...text.matchAll(WORD)].map(([word]) => word).filter(looksLikeKey)
  const sent = [...text.matchAll(CREDENTIALS)]
    .map(([, value = '']) => value)
    .filter((value) => NOT_A_WORD.test(value))
  return [...named, ...words, ...sent].filter((found) => found.length > 8 && !HARMLESS.test(found))
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !PUBLIC_NAMES.includes(name.toLowerCase())
}

function isOwn(value: string): boolean {
  return OWN_KEY.test(value)
}

function redactWords(text: string): string {
  return text.replace(WORD, (word, at: number) => {
    if (/(?:^|[?&])last_key=$/.test(text.slice(0, at))) return word // a cursor is not secret
    return looksLikeKey(decode(word)) ? redactKey(decode(word)) : word
  })
}

/**
 * Whether a word looks machine-generated: 20 characters with lower-case and upper-case letters and digits, or
 * a run of 28 with letters and digits. Alias ids (at most 24 of a-z0-9), UUIDs and our own keys do not count.
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
    return text // a % that starts no escape sequence
  }
}
