import { inputBounds } from './bounds.ts'

/** How large a value from outside may be. A value within these limits can be walked and serialized. */
export type ValueLimits = {
  /** Levels of nested objects and lists; the outermost is level 1. */
  depth: number
  /** Number of values, the value itself included. */
  values: number
  /** Number of objects and lists, which need the most memory. */
  containers: number
  /** Number of keys in one object. */
  keys: number
}

export const valueLimits: ValueLimits = {
  depth: inputBounds.valueDepth.max,
  values: inputBounds.values.max,
  containers: inputBounds.containers.max,
  keys: inputBounds.objectKeys.max,
}

/** Limits for the small bodies of `/v1`: the document limits neither values nor keys. */
export const callLimits: ValueLimits = {
  depth: inputBounds.valueDepth.max,
  values: Infinity,
  containers: Infinity,
  keys: Infinity,
}

/** The average value of a state that the sandbox writes, with its key, has more characters than this. */
const STORED_CHARACTERS = { value: 8, container: 16 }

/**
 * Limits for a database file, which grow with its size. A file full of empty objects or numbers would
 * need thirty times its size in memory; the sandbox writes no such file.
 */
export function storedLimits(characters: number): ValueLimits {
  const { value, container } = STORED_CHARACTERS
  return {
    ...valueLimits,
    values: Math.max(valueLimits.values, Math.floor(characters / value)),
    containers: Math.max(valueLimits.containers, Math.floor(characters / container)),
  }
}

/** Lower, because a state contains scenarios and must be within the limits itself. */
export const scenarioLimits: ValueLimits = {
  depth: inputBounds.scenarioDepth.max,
  values: inputBounds.scenarioValues.max,
  containers: inputBounds.containers.max,
  keys: inputBounds.objectKeys.max,
}

/** The message for a value beyond a limit, to follow the name of the value. */
export function beyondLimit(name: keyof ValueLimits, limits: ValueLimits): string {
  const max = limits[name].toLocaleString('en-US')
  if (name === 'depth') return `is nested deeper than ${max} levels`
  if (name === 'keys') return `contains an object with more than ${max} keys`
  return `contains more than ${max} ${name === 'values' ? 'values' : 'objects and lists'}`
}

export type ParsedJson =
  { ok: true; value: unknown } | { ok: false; isSyntax: boolean; problem: string }

/** Parses JSON. The limits are checked on the text first, so that no value beyond them is ever built. */
export function parseJson(text: string, limits: ValueLimits = valueLimits): ParsedJson {
  const beyond = limitBrokenBy(text, limits)
  if (beyond) return { ok: false, isSyntax: false, problem: beyondLimit(beyond, limits) }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { ok: false, isSyntax: true, problem: `is not JSON: ${(error as Error).message}` }
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c

/** The limit that the text exceeds, if it is JSON; one pass, no recursion. */
function limitBrokenBy(text: string, limits: ValueLimits): keyof ValueLimits | undefined {
  // Each level needs two characters and each key four: most bodies are too short for any limit.
  const { depth: maxDepth, values: maxValues, containers: maxContainers, keys: maxKeys } = limits
  if (text.length < 2 * Math.min(maxDepth, maxValues, maxContainers, maxKeys)) return undefined
  const keysOfLevel: number[] = [0]
  let depth = 0
  let values = 1
  let containers = 0
  let isEmpty = false // is the innermost object or list empty so far?
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 0x20) continue
    if (isOpening(code)) {
      depth += 1
      containers += 1
      if (depth > limits.depth) return 'depth'
      if (containers > limits.containers) return 'containers'
      keysOfLevel[depth] = 0
      isEmpty = true
      continue
    }
    if (isClosing(code)) {
      depth = Math.max(0, depth - 1)
      if (!isEmpty) values += 1
    } else if (code === COMMA) values += 1
    else if (code === COLON) {
      keysOfLevel[depth]! += 1
      if (keysOfLevel[depth]! > limits.keys) return 'keys'
    } else if (code === QUOTE) at = endOfString(text, at)
    isEmpty = false
    if (values > limits.values) return 'values'
  }
  return undefined
}

const isOpening = (code: number) => code === 0x5b || code === 0x7b
const isClosing = (code: number) => code === 0x5d || code === 0x7d

/** The index where the string that begins at `start` ends, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}
