import { toNumber } from '../../text/numbers.ts'
import { limits } from '../limits.ts'

/** Lower, because a state contains scenarios and must be within the limit itself. */
export const scenarioDepth = limits.depth.value / 2

/** Objects and lists need the most memory. */
const MOST_CONTAINERS = limits.values.value / 5

/** The message for a value that is nested too deep, to follow the name of the value. */
export function tooDeep(depth: number): string {
  return `is nested deeper than ${depth} levels`
}

type ParsedJson = { ok: true; value: unknown } | { ok: false; isSyntax: boolean; problem: string }

/** Parses JSON. The limits are checked on the text first, so that no value beyond them is ever built. */
export function parseJson(text: string, depth: number = limits.depth.value): ParsedJson {
  const problem = excessOf(text, depth)
  if (problem !== undefined) return { ok: false, isSyntax: false, problem }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { ok: false, isSyntax: true, problem: `is not JSON: ${(error as Error).message}` }
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/** The limit that a text exceeds, if it is JSON; one pass, no recursion. */
function excessOf(text: string, depth: number): string | undefined {
  if (text.length < 2 * depth) return undefined // each level takes two characters
  let level = 0
  let containers = 0
  let commas = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) commas += 1
    else if (isOpening(code)) {
      level += 1
      containers += 1
    } else if (isClosing(code)) level -= 1
    if (level > depth) return tooDeep(depth)
  }
  if (containers > MOST_CONTAINERS)
    return `contains more than ${toNumber(MOST_CONTAINERS)} objects and lists`
  // Each value follows a comma, or is the first one of an object or a list.
  if (commas + containers > limits.values.value)
    return `contains more than ${toNumber(limits.values.value)} values`
  return undefined
}

/** The place of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return quote
  }
  return text.length
}

const isOpening = (code: number) => code === 0x5b || code === 0x7b
const isClosing = (code: number) => code === 0x5d || code === 0x7d
