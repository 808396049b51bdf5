/** RFC 9110: responses without a body; a client would read a body as the start of the next response. */
const bodiless: readonly number[] = [204, 205, 304]

/** May a response with this status have a body? */
export function allowsBody(status: number): boolean {
  return !bodiless.includes(status)
}
