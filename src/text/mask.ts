import { isOwnKey, isSecretName, looksLikeKey } from './secret-words.ts'

/**
 * Masks keys that clients send in the wrong place, because one may be a key of the real service. Every text is
 * masked here, decoded: a value of a query, a string of JSON, a header. The mask of a text is as long
 * as the text, covers it in the same way everywhere, and stays as it is when it is masked again. So the sandbox that
 * replays a masked call says what the first one said.
 */

/** Words that look like keys but are none, such as the ids of aliases. */
export type IsKnown = (word: string) => boolean

const noWord: IsKnown = () => false

/** How many characters of a key stay readable, if it is longer than `SHORT`. */
const READABLE = 4
const SHORT = 8

/** Masks all of a text but its first four characters. What would be escaped in JSON stays as it is. */
export function maskSecret(secret: string): string {
  const isCut = /^[\ud800-\udbff][\udc00-\udfff]/.test(secret.slice(READABLE - 1, READABLE + 1))
  const readable = secret.length <= SHORT ? 0 : isCut ? READABLE - 1 : READABLE
  return secret.slice(0, readable) + secret.slice(readable).replace(/[^"\\]/g, maskUnit)
}

/** A character of two units is masked by one of two units, so that a text keeps its length in both. */
function maskUnit(unit: string): string {
  if (unit < ' ') return unit
  if (/[\ud800-\udbff]/.test(unit)) return '\ud83d'
  return /[\udc00-\udfff]/.test(unit) ? '\udd12' : '*'
}

/** Masks the value of a field, a parameter or a header: all of it, if its name is that of a secret. */
export function maskNamed(name: string, value: string, isKnown = noWord): string {
  return isNamedSecret(name, value, isKnown) ? maskSecret(value) : maskText(value, isKnown)
}

/** The name that everything inside a field named like a secret is masked by. */
export const INSIDE_SECRET = 'secret'

/**
 * Masks a number in JSON: only its size stays. A call that is replayed reads the masked number, and its message shows
 * what `JSON.stringify` makes of it, so that form of a number is masked as that form of the masked number.
 */
export function maskNumber(number: string): string {
  const masked = maskDigits(number)
  const shown = JSON.stringify(Number(number))
  if (shown === 'null') return isFinite(Number(masked)) ? TOO_LARGE : masked // a number that `JSON.parse` cannot hold
  const maskedShown = JSON.stringify(Number(maskDigits(shown)))
  const isAsShown = number === shown || JSON.stringify(Number(masked)) !== maskedShown
  return isAsShown ? maskedShown : masked
}

const TOO_LARGE = '1e999'

/** A longer exponent makes a number infinite or 0; it stays as long, and all 9, which makes the same. */
const MAX_EXPONENT = 3

/** Leaves the first digit that counts as 1 and the others as 0, so the text keeps its length and its power of ten. */
function maskDigits(number: string): string {
  const [mantissa = '', exponent] = number.split(/(?=[eE])/)
  let hasBegun = false
  const masked = mantissa.replace(/[1-9]/g, () => {
    const digit = hasBegun ? '0' : '1'
    hasBegun = true
    return digit
  })
  const digits = exponent?.match(/\d/g)?.length ?? 0
  return masked + (digits > MAX_EXPONENT ? exponent!.replace(/\d/g, '9') : (exponent ?? ''))
}

function isNamedSecret(name: string, value: string, isKnown: IsKnown): boolean {
  if (!isSecretName(name) || isOwnKey(value) || isKnown(value)) return false
  return name !== 'key' || !/^[a-z_{}]*$/.test(value) // in a scenario, the state of the key
}

/** No text without any of these has a key in it. */
const SUSPECT = /[A-Za-z0-9_.~+%-]{20}|[="]|(?:bearer|basic)[\s+:%]/i

/** Masks the keys in a text, which may be JSON, or contain some. */
export function maskText(text: string, isKnown = noWord): string {
  return SUSPECT.test(text) ? untilSame(text, (each) => maskOnce(each, isKnown)) : text
}

/** A message shows less than this of a text. */
export const BEGINNING = 1_000

/** Masks the beginning of a text, for a message: the text can be as long as a whole body. */
export function maskBeginning(text: string): string {
  return maskText(text.slice(0, BEGINNING))
}

/** What a mask leaves can look like a key by itself. */
function untilSame(text: string, mask: (text: string) => string): string {
  let last = text
  for (let next = mask(last); next !== last; next = mask(last)) last = next
  return last
}

/** A string of JSON; a text that was cut off may end in it. */
const LITERAL = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)/g

function maskOnce(text: string, isKnown: IsKnown): string {
  let masked = ''
  let end = 0
  let last: string | undefined
  let depth = 0 // of lists and objects inside a field named like a secret
  for (const { 0: literal, index } of text.matchAll(LITERAL)) {
    const between = text.slice(end, index)
    const plain = maskBetween(between, { last, depth }, isKnown)
    depth = plain.depth
    const field = /^\s*:\s*$/.test(between) ? last : undefined
    end = index + literal.length
    const name = depth === 0 ? field : isFollowedByColon(text, end) ? undefined : INSIDE_SECRET
    const isClosed = literal.length > 1 && literal.endsWith('"')
    const inner = literal.slice(1, isClosed ? -1 : undefined)
    const string = readString(inner)
    masked += `${plain.masked}"${maskString(inner, string, name, isKnown)}`
    if (isClosed) masked += '"'
    last = string.value
  }
  return masked + maskBetween(text.slice(end), { last, depth }, isKnown).masked
}

const COLON = /\s*:/y

function isFollowedByColon(text: string, at: number): boolean {
  COLON.lastIndex = at
  return COLON.test(text)
}

/** What stands before text between two strings: the last string, and how deep inside a secret it is. */
type Before = { last: string | undefined; depth: number }

const OPENS_LIST_OR_OBJECT = /^\s*:\s*[[{]/
const NUMBER_OF_FIELD = /^(\s*:\s*)(-?\d[\d.eE+-]*)/
const BRACKET_OR_NUMBER = /[[\]{}]|-?\d[\d.eE+-]*/g

/** Masks what stands between two strings, and tells how deep inside a secret it ends. */
function maskBetween(between: string, { last, depth }: Before, isKnown: IsKnown) {
  const isSecret = last !== undefined && isSecretName(last)
  if (depth === 0 && !(isSecret && OPENS_LIST_OR_OBJECT.test(between))) {
    const masked = isSecret
      ? between.replace(NUMBER_OF_FIELD, (_, colon: string, number: string) => {
          return colon + maskNumber(number)
        })
      : between
    return { masked: maskPlain(masked, isKnown), depth }
  }
  let now = depth
  let hasEnded = false
  const masked = between.replace(BRACKET_OR_NUMBER, (token) => {
    if (hasEnded) return token
    if (/\d/.test(token)) return maskNumber(token)
    now += token === '[' || token === '{' ? 1 : -1
    hasEnded = now === 0
    return token
  })
  return { masked: maskPlain(masked, isKnown), depth: now }
}

/** The string that JSON text stands for, and where each of its units ends in the text. */
type JsonString = { value: string; ends: number[] | undefined }

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))|[\s\S]/g
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** What is no escape, such as the \d of a regular expression, stands for itself. */
function readString(text: string): JsonString {
  if (!text.includes('\\')) return { value: text, ends: undefined }
  let value = ''
  const ends: number[] = []
  for (const [unit, hex, letter] of text.matchAll(ESCAPE)) {
    ends.push((ends.at(-1) ?? 0) + unit.length)
    if (hex !== undefined) value += String.fromCharCode(parseInt(hex, 16))
    else value += letter === undefined ? unit : (escapes[letter] ?? letter)
  }
  return { value, ends }
}

/** The same text with a masked string: what is not masked keeps its spelling. */
function maskString(
  text: string,
  { value, ends }: JsonString,
  name: string | undefined,
  isKnown: IsKnown,
): string {
  const masked = name === undefined ? maskText(value, isKnown) : maskNamed(name, value, isKnown)
  if (masked === value) return text
  if (ends === undefined) return masked
  if (masked.length !== value.length) return JSON.stringify(masked).slice(1, -1)
  let written = ''
  let from = 0
  for (const [at, end] of ends.entries()) {
    const spelling = text.slice(from, end)
    written += masked[at] === value[at] ? spelling : spelled(masked[at]!, spelling)
    from = end
  }
  return written
}

/** Where half of a character was an escape, it stays one: its other half can be one too. */
function spelled(unit: string, spelling: string): string {
  return unit === '*' || spelling.length === 1 ? unit : `\\u${unit.charCodeAt(0).toString(16)}`
}

// The match starts at the beginning of a name, so that a long text without = is scanned only once.
const NAME = /(?<![A-Za-z0-9_.%-])([A-Za-z0-9_.%-]+)=/g
const VALUE = /(?:(?:Bearer|Basic)[\s+:]+)?[^&\s;,"']*/iy
const WORD = /[A-Za-z0-9_.~+%-]{20,}={0,2}/g
/** How a value of Authorization begins, also if it was percent-encoded, once or more often. */
const SCHEME =
  '(?<=^|[^A-Za-z0-9]|%[0-9A-Fa-f]{2})((?:Bearer|Basic)(?:[\\s+:]|%(?:25)*(?:20|2B|3A|09|0A|0D))+)'
const CREDENTIALS = new RegExp(`${SCHEME}([A-Za-z0-9._~+/%*-]+=*)`, 'gi')
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
  return maskPairs(text, isKnown)
    .replace(WORD, (word) =>
      looksLikeKey(decoded(word)) && !isKnown(word) ? maskSecret(word) : word,
    )
    .replace(CREDENTIALS, (sent, scheme: string, value: string) =>
      isWord(decoded(value)) || isOwnKey(value) || isKnown(value)
        ? sent
        : scheme + maskSecret(value),
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
export function maskPath(path: string): string {
  return maskParts(path, '/', (segment) => maskEncoded(segment, (text) => maskSent('', text)))
}

function maskParts(text: string, separator: string, mask: (part: string) => string): string {
  return untilSame(text, (each) => each.split(separator).map(mask).join(separator))
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
  return untilSame(value, (each) => maskEncoded(mask(each), mask))
}

/** Masks the keys in the headers of an answer, which can be one of a tester's own. */
export function maskAnswerHeaders(
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskNamed(name, value)]),
  )
}
