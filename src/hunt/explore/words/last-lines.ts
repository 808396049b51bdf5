const MAX_LINES = 3
const MAX_LENGTH = 200

/** The last lines that a client wrote, without empty ones; cut, and as it wrote them: escape them. */
export function lastLines(output: string): string[] {
  return output
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-MAX_LINES)
    .map((line) => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line))
}
