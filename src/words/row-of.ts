/** The row of a name; undefined for a name that only a newer sandbox knows. */
export function rowOf<Row>(rows: Readonly<Record<string, Row>>, name: unknown): Row | undefined {
  return typeof name === 'string' && Object.hasOwn(rows, name) ? rows[name] : undefined
}
