/** Tells keys by their names and by their look. */

/** Names of secrets, recognized by their last words: `api_key`, `X-Vendor-Token`, `client_secret`. */
const SECRET_NAME =
  /(?:^|[-_.])(?:(?:api|access|auth|private|secret|subscription|session|app)?[-_.]?(?:key|token)|apikey|secret|password|passwd|pwd|auth|authorization|credentials?|signature|sig|jwt|bearer|sid|session)$/i
/** Names that look like those of secrets but are not secret. */
const PUBLIC_NAMES: readonly string[] = [
  'last_key',
  'idempotency-key',
  'sort_key',
  'missing_key', // a choice
]

const OWN_KEY = /^sandbox_[A-Za-z0-9_-]{1,200}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !PUBLIC_NAMES.includes(name.toLowerCase())
}

/** Is it a key of a sandbox? */
export function isOwnKey(value: string): boolean {
  return OWN_KEY.test(value)
}

/**
 * Whether a word looks machine-generated: 20 characters with lower-case and upper-case letters and digits, or
 * a run of 28 with letters and digits. Alias ids (at most 24 of a-z0-9), UUIDs and our own keys do not count.
 */
export function looksLikeKey(word: string): boolean {
  if (!/\d/.test(word) || OWN_KEY.test(word) || UUID.test(word) || NUMBER.test(word)) return false
  if (word.length >= 20 && /[a-z]/.test(word) && /[A-Z]/.test(word)) return true
  return word.split(/[-_.~]/).some((run) => run.length >= 28 && /[a-z]/i.test(run))
}
