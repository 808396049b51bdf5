import { inputBounds } from './bounds.ts'

/** How large a value from outside may be. Whatever is within can be walked and serialized. */
export type ValueLimits = {
  /** How deep objects and lists may be nested; the outermost is level 1. */
  depth: number
  /** How many values it may hold, itself included. */
  values: number
  /** How many of them may be objects and lists, which take most memory. */
  containers: number
  /** How many keys one object may have. */
  keys: number
}

export const valueLimits: ValueLimits = {
  depth: inputBounds.valueDepth.max,
  values: inputBounds.values.max,
  containers: inputBounds.containers.max,
  keys: inputBounds.objectKeys.max,
}

/** What `/v1` takes of its small bodies: the document limits neither values nor keys. */
export const callLimits: ValueLimits = {
  depth: inputBounds.valueDepth.max,
  values: Infinity,
  containers: Infinity,
  keys: Infinity,
}

/** On average, a value of a state that the sandbox writes has more characters than this, its key included. */
const STORED_CHARACTERS = { value: 8, container: 16 }

/**
 * What a database file may hold: it grows with what is kept, so its limits grow with its size. A file
 * that is packed with empty objects or numbers takes thirty times its size; the sandbox writes no such file.
 */
export function storedLimits(characters: number): ValueLimits {
  const { value, container } = STORED_CHARACTERS
  return {
    ...valueLimits,
    values: Math.max(valueLimits.values, Math.floor(characters / value)),
    containers: Math.max(valueLimits.containers, Math.floor(characters / container)),
  }
}

/** Narrower, since a state holds scenarios and has to be within the limits itself. */
export const scenarioLimits: ValueLimits = {
  depth: inputBounds.scenarioDepth.max,
  values: inputBounds.scenarioValues.max,
  containers: inputBounds.containers.max,
  keys: inputBounds.objectKeys.max,
}

/** What is said of a value that is beyond a limit, behind its name. */
export function beyondLimit(name: keyof ValueLimits, limits: ValueLimits): string {
  const most = limits[name].toLocaleString('en-US')
  if (name === 'depth') return `is nested deeper than ${most} levels`
  if (name === 'keys') return `holds an object with more than ${most} keys`
  return `holds more than ${most} ${name === 'values' ? 'values' : 'objects and lists'}`
}

export type ParsedJson =
  { ok: true; value: unknown } | { ok: false; isSyntax: boolean; problem: string }

/** Parses JSON that is within the limits; they are checked on the text, before anything is built. */
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

/** Which limit the text breaks if it is JSON; one pass, no recursion. */
function limitBrokenBy(text: string, limits: ValueLimits): keyof ValueLimits | undefined {
  // Each level needs two characters and each key four: most bodies are too short for any limit.
  if (text.length < 2 * Math.min(...Object.values(limits))) return undefined
  const keysOfLevel: number[] = [0]
  let depth = 0
  let values = 1
  let containers = 0
  let isEmpty = false // does nothing stand in the innermost object or list so far?
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

/** Where the string that begins at `start` ends; the end of the text when it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}
