import type { SafeIo } from '../output/io.ts'

/** Writes a line on standard error, and the output of a command after it, four spaces in. */
export function tellProgress({ stderr }: SafeIo, line: string, output = ''): void {
  stderr.write(`${line}\n`)
  if (output !== '') stderr.writeRaw(`${output.trimEnd().replaceAll(/^/gm, '    ')}\n`)
}
