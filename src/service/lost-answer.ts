/** No answer comes, or no more of it: over a port, the connection would break. */
export class LostAnswer extends Error {
  override name = 'LostAnswer'
  /** The code of Node's `fetch`, by which clients tell a lost connection from other failures. */
  readonly code: 'UND_ERR_SOCKET' | 'ECONNRESET'

  constructor(message: string, code: LostAnswer['code'] = 'UND_ERR_SOCKET') {
    super(message)
    this.code = code
  }
}
