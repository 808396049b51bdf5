/** The longest line of an agent, in bytes. */
const MAX_LINE = 1_000_000

/** The lines of an input; undefined for one that is too long, or is not UTF-8. */
export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<string | undefined> {
  let pieces: Buffer[] = []
  let length = 0
  const take = () => {
    const line = length > MAX_LINE ? undefined : toText(Buffer.concat(pieces))
    pieces = []
    length = 0
    return line
  }
  for await (let bytes of input) {
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n')) {
      pieces.push(bytes.subarray(0, end))
      length += end
      bytes = bytes.subarray(end + 1)
      yield take()
    }
    length += bytes.length
    if (length > MAX_LINE) pieces = []
    else pieces.push(bytes)
  }
  if (length > 0) yield take()
}

function toText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
