/** What a control token has to be, wherever one is given: to the library, to a server, or by a client. */

/** 128 random bits in base64. */
const MIN_CHARACTERS = 22

/** What is wrong with a control token; undefined when it can be used. It never repeats the token. */
export function controlTokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return 'the token is not a text'
  if (!/^[\x21-\x7e]*$/.test(token)) {
    return 'the token contains spaces or characters outside ASCII'
  }
  if (token.length >= MIN_CHARACTERS) return undefined
  return `the token has ${token.length} characters, at least ${MIN_CHARACTERS} are needed; to make one: openssl rand -base64 24`
}
