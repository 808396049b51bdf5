/** A part of a value that JSON leaves out or changes: the keys that lead to it, and what it must be. */
type JsonLoss = { path: (string | number)[]; message: string }

/** Are two values of JSON the same, in whatever order their fields are? `isSame` compares what has no fields. */
export function isSameJson(one: unknown, other: unknown, isSame = Object.is): boolean {
  if (!isNested(one) || !isNested(other)) return isSame(one, other)
  const names = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name], isSame))
  )
}

/** Is it an object of JSON, and no list? */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isNested(value) && !Array.isArray(value)
}

/** Is it an object or a list? */
export function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const MAX_DEPTH = 100
const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number

/**
 * Finds what JSON cannot say: a Map would become {}, Infinity null, and a large integer was rounded when it was read.
 * A field that is undefined is one that was left out.
 */
export function findUnsaid(value: unknown, path: JsonLoss['path'] = []): JsonLoss | undefined {
  if (path.length > MAX_DEPTH) return { path: path.slice(0, 3), message: 'is nested too deep' }
  const message = problemOf(value)
  if (message !== undefined) return { path, message }
  if (!isNested(value)) return undefined
  const entries = Array.isArray(value) ? [...value.entries()] : definedIn(value)
  for (const [key, inner] of entries) {
    const found = findUnsaid(inner, [...path, key])
    if (found) return found
  }
  return undefined
}

function definedIn(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, inner]) => inner !== undefined)
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'number') {
    return value >= MIN_SAFE_INTEGER && value <= MAX_SAFE_INTEGER
      ? undefined
      : `must be a number from ${MIN_SAFE_INTEGER} to ${MAX_SAFE_INTEGER}; others would be rounded`
  }
  const kind = unsaidKind(value)
  return kind && `must be a value of JSON (got ${kind})`
}

function unsaidKind(value: unknown): string | undefined {
  if (['undefined', 'bigint', 'function', 'symbol'].includes(typeof value)) return typeof value
  if (!isObject(value)) return undefined
  if (value instanceof Date && Number.isNaN(value.getTime())) return 'Invalid Date'
  if ('toJSON' in value || Object.keys(value).length > 0) return undefined
  const name = value.constructor?.name ?? 'Object'
  return name === 'Object' ? undefined : name
}
