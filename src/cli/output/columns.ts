/** The assumed width of a terminal. */
const WIDTH = 80

/** Wraps a text at spaces; every line except the first starts with `indent` spaces. */
export function wrap(text: string, indent = 0, width = WIDTH): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width - indent) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}

/** Formats two columns, names and their meanings; a name that is too long gets its own line. */
export function toColumns(
  rows: readonly (readonly [name: string, meaning: string])[],
  width = WIDTH,
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
