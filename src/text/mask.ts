import { isOwnKey, isSecretName, looksLikeKey } from './secret-words.ts'

/**
 * Masks keys that clients send in the wrong place, because one may be a key of the real service. Every text is
 * masked here, decoded: a value of a query, a string of JSON, a header. The mask of a text is as long as the text,
 * so that a call that is repeated from a file meets the limits of length that it met at first.
 */

/** Words that look like keys but are none, such as the ids of aliases. */
export type IsKnown = (word: string) => boolean

const noWord: IsKnown = () => false

/** The replacement for each character of a key. */
export const MASK = '*'
/** A mark for any number: encoders write one number in several ways. */
export const MASKED_NUMBER = MASK.repeat(5)

/** How many characters of a key stay readable, if it is longer than `SHORT`. */
const READABLE = 4
const SHORT = 8

/** Masks all of a text but its first four characters. */
function maskSecret(secret: string): string {
  if (secret.length <= SHORT) return MASK.repeat(secret.length)
  // Half of a character, such as an emoji, could not be encoded.
  const readable = Array.from(secret.slice(0, SHORT)).slice(0, READABLE).join('')
  return readable + MASK.repeat(secret.length - readable.length)
}

/** Masks the value of a field, a parameter or a header: all of it, if its name is that of a secret. */
export function maskNamed(name: string, value: string, isKnown = noWord): string {
  return isNamedSecret(name, value, isKnown) ? maskSecret(value) : maskText(value, isKnown)
}

/** The name that everything inside a field named like a secret is masked by. */
export const INSIDE_SECRET = 'secret'

/** The mask of a number in JSON is a string; of what is no number of JSON, no JSON. */
function maskNumber(number: string): string {
  if (!isJson(number)) return MASKED_NUMBER
  // One that is too large is null where it is written again.
  return Number.isFinite(Number(number)) ? `"${MASKED_NUMBER}"` : '1e999'
}

function isNamedSecret(name: string, value: string, isKnown: IsKnown): boolean {
  if (!isSecretName(name) || isOwnKey(value) || isKnown(value)) return false
  return name !== 'key' || !/^[a-z_{}]*$/.test(value) // in a scenario, the state of the key
}

/** No text without any of these has a key in it. */
const SUSPECT = /[A-Za-z0-9_.~+%-]{20}|[="]|(?:bearer|basic)[\s+:%]/i

/** A text without any of these names no secret and escapes nothing: only the look of a word can tell a key. */
const TELLING = /[=\\]|key|token|secret|passw|pwd|auth|credential|sig|jwt|bearer|basic|sid|session/i

/** A string of JSON; a text that was cut off may end in it. */
const LITERAL = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)(?:(")|\\?$)/g

/** Masks the keys in a text, which may be JSON, or contain some. All else stays as it was written. */
export function maskText(text: string, isKnown = noWord): string {
  if (!SUSPECT.test(text)) return text
  if (!TELLING.test(text)) return maskWords(text, isKnown)
  let masked = ''
  let end = 0
  let last = ''
  let depth = 0 // of lists and objects inside a field named like a secret
  for (const { 0: literal, 1: inner = '', 2: closing = '', index } of text.matchAll(LITERAL)) {
    const between = text.slice(end, index)
    const plain = maskBetween(between, { last, depth }, isKnown)
    depth = plain.depth
    const field = /^\s*:\s*$/.test(between) ? last : ''
    end = index + literal.length
    const name = depth === 0 ? field : isFollowedByColon(text, end) ? '' : INSIDE_SECRET
    last = unescaped(inner)
    const string = maskNamed(name, last, isKnown)
    masked += plain.masked + (string === last ? literal : toLiteral(string, inner, closing))
  }
  return masked + maskBetween(text.slice(end), { last, depth }, isKnown).masked
}

/** A literal that is no JSON gets an escape that is none, so that a body with it is refused as it was. */
function toLiteral(string: string, inner: string, closing: string): string {
  const isMalformed = closing !== '' && !isJson(`"${inner}"`)
  const written = JSON.stringify(string).slice(1, -1)
  return `"${written}${isMalformed ? `\\${MASK}` : ''}${closing}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A message shows less than this of a text. */
export const BEGINNING = 1_000

/** Masks the beginning of a text, for a message: the text can be as long as a whole body. */
export function maskBeginning(text: string): string {
  return maskText(text.slice(0, BEGINNING))
}

const COLON = /\s*:/y

function isFollowedByColon(text: string, at: number): boolean {
  COLON.lastIndex = at
  return COLON.test(text)
}

/** The position of text between two strings: the last string, and how deep inside a secret it is. */
type TextPosition = { last: string; depth: number }

const OPENS_VALUE = /^\s*:\s*(?:[[{]|-?\d)/
const BRACKET_OR_NUMBER = /[[\]{}]|-?\d[\d.eE+-]*/g

/** Masks what stands between two strings, and tells how deep inside a secret it ends. */
function maskBetween(between: string, { last, depth }: TextPosition, isKnown: IsKnown) {
  let isInside = depth > 0 || (isSecretName(last) && OPENS_VALUE.test(between))
  let now = depth
  const masked = between.replace(BRACKET_OR_NUMBER, (token) => {
    if (!isInside) return token
    if (/[[{]/.test(token)) now += 1
    if (/[\]}]/.test(token)) now -= 1
    isInside = now > 0
    return /\d/.test(token) ? maskNumber(token) : token
  })
  return { masked: maskPlain(masked, isKnown), depth: now }
}

/** An escape of JSON, or the one that `toLiteral` adds. */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt])|\*$)/g
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** The string that JSON text stands for. What is no escape, such as the \d of a regular expression, stands for itself. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (_escape, hex: string | undefined, letter = '') =>
    hex === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16)),
  )
}

// The match starts at the beginning of a name, so that a long text without = is scanned only once.
const NAME = /(?<![A-Za-z0-9_.%-])([A-Za-z0-9_.%-]+)=/g
const VALUE = /(?:(?:Bearer|Basic)[\s+:]+)?[^&\s;,"']*/iy
const WORD = /[A-Za-z0-9_.~+%-]{20,}={0,2}/g
/** How a value of Authorization begins, also if it was percent-encoded, once or more often. */
const SCHEME =
  '(?<=^|[^A-Za-z0-9]|%[0-9A-Fa-f]{2})((?:Bearer|Basic)(?:[\\s+:]|%(?:25)*(?:20|2B|3A|09|0A|0D))+)'
const CREDENTIALS = new RegExp(`${SCHEME}([A-Za-z0-9._~+/%*-]+=*)([A-Za-z0-9._~+/%*=-]*)`, 'gi')
const ANY_CREDENTIALS = new RegExp(`${SCHEME}(\\S+)`, 'gi')

/** A digit or a capital inside tells credentials from words, such as those of "Basic plan" or `Basic realm="x"`. */
function isWord(text: string): boolean {
  if (text.length > SHORT) return !/[0-9=]|[a-z][A-Z]/.test(text)
  return !/[a-z]/i.test(text) || !/\d|[a-z][A-Z]/.test(text)
}

/** Masks `token=…`, also in the value of another name, which can be a URL. */
function maskPairs(text: string, isKnown: IsKnown): string {
  let masked = ''
  let end = 0
  for (const { 0: beginning, 1: encoded = '', index } of text.matchAll(NAME)) {
    const name = nameOf(encoded)
    if (index < end || !isSecretName(name)) continue
    const at = index + beginning.length
    VALUE.lastIndex = at
    const [value = ''] = VALUE.exec(text) ?? []
    if (!isNamedSecret(name, value, isKnown)) continue
    masked += text.slice(end, at) + maskSecret(value)
    end = at + value.length
  }
  return masked + text.slice(end)
}

function maskPlain(text: string, isKnown: IsKnown): string {
  if (!SUSPECT.test(text)) return text
  return maskWords(maskPairs(text, isKnown), isKnown).replace(
    CREDENTIALS,
    (sent, scheme: string, value: string, rest: string) =>
      isWord(decoded(value)) || isOwnKey(value) || isKnown(value)
        ? sent
        : scheme + maskSecret(value + rest),
  )
}

function maskWords(text: string, isKnown: IsKnown): string {
  return text.replace(WORD, (word) =>
    looksLikeKey(decoded(word)) && !isKnown(word) ? maskSecret(word) : word,
  )
}

/** Masks a value of a path, a query or a header. It is no prose, so words after `Bearer` are credentials too. */
function maskSent(name: string, value: string, isKnown = noWord): string {
  return maskNamed(name, value, isKnown).replace(
    ANY_CREDENTIALS,
    (sent, scheme: string, secret: string) =>
      isOwnKey(secret) || isKnown(secret) ? sent : scheme + maskSecret(secret),
  )
}

/** A % that starts no escape sequence stays, and all others with it. A + stays what it is: a key can contain one. */
function decoded(text: string): string {
  if (!text.includes('%')) return text // most texts contain none
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** How often a text is decoded: a URL inside a URL is encoded twice. */
const LEVELS = 3

/** The name that was sent, decoded. */
function nameOf(text: string, levels = LEVELS): string {
  const name = decoded(text)
  return name === text || levels === 1 ? name : nameOf(name, levels - 1)
}

/** Masks the keys in a query. */
export function maskQuery(query: string, isKnown = noWord): string {
  return maskParts(query, '&', (pair) => {
    const equals = pair.indexOf('=')
    const end = equals < 0 ? pair.length : equals
    const name = maskEncoded(pair.slice(0, end), (text) => maskSent('', text, isKnown))
    if (equals < 0) return name
    const mask = (value: string) => maskSent(nameOf(pair.slice(0, end)), value, isKnown)
    return `${name}=${maskEncoded(pair.slice(end + 1), mask)}`
  })
}

/** Masks the keys in a path. */
export function maskPath(path: string, isKnown = noWord): string {
  const mask = (text: string) => maskSent('', text, isKnown)
  return maskParts(path, '/', (segment) => maskEncoded(segment, mask))
}

function maskParts(text: string, separator: string, mask: (part: string) => string): string {
  return text.split(separator).map(mask).join(separator)
}

/** Decodes, masks and encodes again. What contains no key keeps its spelling. */
function maskEncoded(text: string, mask: (text: string) => string, levels = LEVELS): string {
  const value = levels === 0 ? text : decoded(text)
  if (value === text) return mask(text)
  const masked = maskEncoded(value, mask, levels - 1)
  if (masked === value) return text
  return masked.replace(/[\0-\x20%&/=#\x7f]|[^\0-\x7f]+/g, encodeURIComponent)
}

/** Headers that identify the client or the call. They help to find a call and are not secret. */
const PUBLIC_HEADERS =
  /^(?:host|date|connection|user-agent|accept(?:-.*)?|content-.*|origin|traceparent|tracestate|x-request-id|x-correlation-id|x-amzn-trace-id|if-none-match|idempotency-key|sec-.*)$/i

/** Masks the keys in the value of a header, which may be encoded as in a URL. */
export function maskHeader(name: string, value: string): string {
  if (PUBLIC_HEADERS.test(name)) return value
  const mask = (text: string) => maskSent(name, text)
  return maskEncoded(mask(value), mask)
}

/** Masks the keys in the headers of an answer, which can be one of a tester's own. */
export function maskAnswerHeaders(
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskNamed(name, value)]),
  )
}
