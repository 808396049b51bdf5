import { stripVTControlCharacters } from 'node:util'

const MAX_LENGTH = 200

/** The last lines of an output, without empty ones and without colours; long ones are cut. */
export function lastLines(output: string, count = 3): string[] {
  return stripVTControlCharacters(output)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-count)
    .map((line) => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line))
}
