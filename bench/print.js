// Tables in Markdown, so that a run can be put into a page as it is.

/** Rows of one shape as a table; its columns are their fields. */
export function toTable(rows) {
  const columns = Object.keys(rows[0])
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map((column) => column.replaceAll('_', ' '))),
    line(columns.map((column) => (typeof rows[0][column] === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((column) => toCell(row[column])))),
  ].join('\n')
}

/** One value a line. */
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
