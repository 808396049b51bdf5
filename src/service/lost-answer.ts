/** No answer comes, or no more of it: over a port, the connection would break. */
export class LostAnswer extends Error {
  override name = 'LostAnswer'
}
