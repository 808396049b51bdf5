/** The path of both operations of the API. */
export const ALIASES_PATH = '/v1/aliases'

/** The operations of the API document. The compiler asks for the rest of a new row. */
const table = {
  /** POST /v1/aliases. */
  create: { method: 'POST', path: ALIASES_PATH, success: 'created', check: 'body' },
  /** GET /v1/aliases. */
  list: { method: 'GET', path: ALIASES_PATH, success: 'listed', check: 'query' },
} as const satisfies Record<string, Row>

type Row = {
  method: string
  path: string
  /** The outcome of a call that succeeds. */
  success: string
  /** The name of the check of what the call sends. */
  check: string
}

export type Operation = keyof typeof table
export type Success = (typeof table)[Operation]['success']

export const operations = Object.keys(table) as [Operation, ...Operation[]]
export const successes = operations.map((operation) => table[operation].success)

/** A value for each operation. */
export function eachOperation<Value>(
  valueOf: (operation: Operation) => Value,
): Record<Operation, Value> {
  const values = operations.map((operation) => [operation, valueOf(operation)])
  return Object.fromEntries(values) as Record<Operation, Value>
}

export function operationRow(operation: Operation): (typeof table)[Operation] {
  return table[operation]
}

/** Null for a method and path that the document does not have. */
export function operationOf({ method, path }: { method: string; path: string }): Operation | null {
  const isMeant = (operation: Operation) =>
    table[operation].method === method && table[operation].path === path
  return operations.find(isMeant) ?? null
}

/** The methods that a path has, in alphabetical order; none for a path that the document does not have. */
export function methodsAt(path: string): string[] {
  const rows = operations.map(operationRow)
  return rows.flatMap((row) => (row.path === path ? [row.method] : [])).toSorted()
}

export function isSuccess(outcome: string): outcome is Success {
  return (successes as readonly string[]).includes(outcome)
}
