/** 128 random bits in base64. */
const MIN_CHARACTERS = 22

/** Returns what is wrong with a control token, to follow its name and without repeating it; undefined if it is valid. */
export function controlTokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return 'must be a string'
  if (!/^[\x21-\x7e]*$/.test(token)) {
    return 'must not contain spaces or non-ASCII characters'
  }
  if (token.length >= MIN_CHARACTERS) return undefined
  return `must have at least ${MIN_CHARACTERS} characters, not ${token.length}; create one with: openssl rand -base64 24`
}
