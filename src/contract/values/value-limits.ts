import { toNumber } from '../../text/numbers.ts'
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
  const max = toNumber(limits[name])
  if (name === 'depth') return `is nested deeper than ${max} levels`
  if (name === 'keys') return `contains an object with more than ${max} keys`
  return `contains more than ${max} ${name === 'values' ? 'values' : 'objects and lists'}`
}

export type ParsedJson =
  { ok: true; value: unknown } | { ok: false; isSyntax: boolean; problem: string }

/** Parses JSON. The limits are checked on the text first, so that no value beyond them is ever built. */
export function parseJson(text: string, limits: ValueLimits = valueLimits): ParsedJson {
  const broken = new LimitScan(text, limits).read()
  if (broken) return { ok: false, isSyntax: false, problem: beyondLimit(broken, limits) }
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

/** Finds the limit that a text exceeds, if it is JSON; one pass, no recursion. */
class LimitScan {
  readonly #text: string
  readonly #limits: ValueLimits
  readonly #keysOfLevel: number[] = [0]
  #at = 0
  #depth = 0
  #values = 1
  #containers = 0
  /** Is the innermost object or list empty so far? */
  #isEmpty = false
  #broken: keyof ValueLimits | undefined

  constructor(text: string, limits: ValueLimits) {
    this.#text = text
    this.#limits = limits
    // Each level needs two characters and each key four: most bodies are too short for any limit.
    const { depth, values, containers, keys } = limits
    if (text.length < 2 * Math.min(depth, values, containers, keys)) this.#at = text.length
  }

  /** Reads the text up to the limit that it exceeds, if it exceeds one. */
  read(): keyof ValueLimits | undefined {
    while (this.#at < this.#text.length && this.#broken === undefined) {
      this.#readCode(this.#text.charCodeAt(this.#at++))
    }
    return this.#broken
  }

  #readCode(code: number): void {
    if (code <= 0x20) return
    const { depth, values, containers, keys } = this.#limits
    if (isOpening(code)) {
      this.#depth += 1
      this.#containers += 1
      this.#keysOfLevel[this.#depth] = 0
      this.#isEmpty = true
      if (this.#depth > depth) this.#broken = 'depth'
      else if (this.#containers > containers) this.#broken = 'containers'
      return
    }
    if (isClosing(code)) {
      this.#depth = Math.max(0, this.#depth - 1)
      if (!this.#isEmpty) this.#values += 1
    } else if (code === COMMA) this.#values += 1
    else if (code === COLON) {
      this.#keysOfLevel[this.#depth]! += 1
      if (this.#keysOfLevel[this.#depth]! > keys) this.#broken ??= 'keys'
    } else if (code === QUOTE) this.#skipString()
    this.#isEmpty = false
    if (this.#values > values) this.#broken ??= 'values'
  }

  #skipString(): void {
    for (let quote = this.#next(this.#at); quote >= 0; quote = this.#next(this.#at)) {
      this.#at = quote + 1
      let escapes = 0
      while (this.#text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes += 1
      if (escapes % 2 === 0) return
    }
    this.#at = this.#text.length
  }

  #next(from: number): number {
    return this.#text.indexOf('"', from)
  }
}

const isOpening = (code: number) => code === 0x5b || code === 0x7b
const isClosing = (code: number) => code === 0x5d || code === 0x7d
