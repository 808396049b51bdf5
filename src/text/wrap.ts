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
