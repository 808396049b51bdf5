// Formats results as Markdown tables, so that they can be copied into a page.

/** Formats rows with the same fields as a table; the fields are its columns. */
export function toTable(rows) {
  const columns = Object.keys(rows[0])
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map((column) => column.replaceAll('_', ' '))),
    line(columns.map((column) => (typeof rows[0][column] === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((column) => toCell(row[column])))),
  ].join('\n')
}

/** Formats one value per line. */
export function toList(values) {
  return toTable(
    Object.entries(values).map(([what, value]) => ({ what: what.replaceAll('_', ' '), value })),
  )
}

function toCell(value) {
  if (typeof value !== 'number') return String(value)
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}
