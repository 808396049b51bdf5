import { wrap } from '../../text/wrap.ts'

/** Formats two columns, names and their meanings; a name that is too long gets its own line. */
export function toColumns(
  rows: readonly (readonly [name: string, meaning: string])[],
  width?: number,
): string {
  const lengths = rows.map(([name]) => name.length).filter((length) => length <= 26)
  const left = Math.max(0, ...lengths) + 4
  return rows
    .map(([name, meaning]) => {
      const start = `  ${name}`
      const lead = start.length + 2 > left ? `${start}\n${' '.repeat(left)}` : start.padEnd(left)
      return (lead + wrap(meaning, left, width)).trimEnd()
    })
    .join('\n')
}
