/** The path of the aliases; that of one alias is below it. */
export const ALIASES_PATH = '/v1/aliases'

/** The operations of the API document. The compiler asks for the rest of a new row. */
const table = {
  /** POST /v1/aliases. */
  create: { method: 'POST', path: ALIASES_PATH, success: 'created', check: 'body', creates: true },
  /** GET /v1/aliases. */
  list: { method: 'GET', path: ALIASES_PATH, success: 'listed', check: 'query' },
} as const satisfies Record<string, OperationRow>

type OperationRow = {
  method: string
  /** `{id}` in it stands for what has no slash. */
  path: string
  /** The outcome of a call that succeeds. */
  success: string
  /** The name of the check of what the call sends. */
  check: string
  /** Does it make an alias? Only then can the sandbox have no room. */
  creates?: true
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

export function operationRow(operation: Operation): OperationRow & { success: Success } {
  return table[operation]
}

const PARAMETER = /\{\w+\}/g

/** The path of a call of this operation; a path with a parameter is that of the alias `id`. */
export function pathOf(operation: Operation, id: string): string {
  return table[operation].path.replaceAll(PARAMETER, id)
}

/** The patterns of paths with parameters; undefined for a path without. */
const templates = eachOperation((operation) => templateOf(table[operation].path))

function templateOf(path: string): RegExp | undefined {
  if (!path.includes('{')) return undefined
  return new RegExp(`^${path.replaceAll(PARAMETER, '[^/]+')}$`)
}

function isAt(operation: Operation, path: string): boolean {
  return templates[operation]?.test(path) ?? table[operation].path === path
}

/** Null for a method and path that the document does not have. */
export function operationOf({ method, path }: { method: string; path: string }): Operation | null {
  const isMeant = (operation: Operation) =>
    table[operation].method === method && isAt(operation, path)
  return operations.find(isMeant) ?? null
}

/** The methods that a path has, in alphabetical order; none for a path that the document does not have. */
export function methodsAt(path: string): string[] {
  const found = operations.filter((operation) => isAt(operation, path))
  return found.map((operation) => table[operation].method).toSorted()
}

export function isSuccess(outcome: string): outcome is Success {
  return (successes as readonly string[]).includes(outcome)
}
