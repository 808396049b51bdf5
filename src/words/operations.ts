import { operationRow, operations, type Operation } from '../contract/operations.ts'
import { rowOf } from './row-of.ts'

type OperationWords = {
  /** A predicate whose subject is the client: `lists aliases`. */
  does: string
  /** Its calls, counted. */
  nouns: readonly [one: string, many: string]
}

/** The operations of the API, in words: the one table of them. */
const rows: Readonly<Record<Operation, OperationWords>> = {
  create: { does: 'creates an alias', nouns: ['creation', 'creations'] },
  list: { does: 'lists aliases', nouns: ['list request', 'list requests'] },
}

/** `POST and GET /v1/aliases`: all calls that the API has. */
export function offeredCalls(): string {
  const called = operations.map(operationRow)
  const paths = [...new Set(called.map(({ path }) => path))]
  const methodsOf = (path: string) =>
    called.flatMap((row) => (row.path === path ? [row.method] : []))
  return paths.map((path) => `${methodsOf(path).join(' and ')} ${path}`).join(', and ')
}

/** `lists aliases`; null is a call of something that the document does not have. */
export function doneOperation(operation: Operation | null): string {
  return operation === null ? 'calls the API' : rows[operation].does
}

/** `creation` and `creations`; of any call if `operation` is none of the document. */
export function operationNouns(operation: string | undefined): OperationWords['nouns'] {
  return rowOf(rows, operation)?.nouns ?? ['request', 'requests']
}
