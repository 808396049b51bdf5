import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus, xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** A seeded random generator: the same seed gives the same draws. */
export interface Random {
  /** An integer from 0 to `below` - 1, uniformly distributed. */
  below(below: number): number
  /** The state from which `resumeRandom` continues. */
  state(): number[]
}

export function seedRandom(seed: number): Random {
  return wrap(xoroshiro128plus(seed))
}

/** Seeds from a text and uses more than 32 bits of it, so that streams practically never coincide. */
export function seedRandomByText(text: string): Random {
  return resumeRandom([1, 2, 3, 4].map((basis) => hashOf(text, basis)))
}

export function resumeRandom(state: readonly number[]): Random {
  return wrap(xoroshiro128plusFromState(state))
}

function wrap(generator: ReturnType<typeof xoroshiro128plus>): Random {
  return {
    below: (below) => uniformInt(generator, 0, below - 1),
    state: () => [...generator.getState()],
  }
}

/** Draws `length` characters from an alphabet. */
export function drawText(random: Random, alphabet: string, length: number): string {
  let text = ''
  for (let drawn = 0; drawn < length; drawn += 1) text += alphabet[random.below(alphabet.length)]
  return text
}

/** Hashes a text to 32 bits (FNV-1a), to seed named streams. */
export function hashOf(text: string, basis = 0x811c9dc5): number {
  let hash = basis
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash | 0
}

/** One more than the largest result of `randomAt`: V8 handles no larger integer as a small integer. */
export const RANDOM_RANGE = 2 ** 31

/**
 * The number at one position of a series. Any part of the series can be drawn without computing
 * what precedes it (murmur3's finalizer over seed and position).
 */
export function randomAt(seed: number, position: number): number {
  return mix(seed ^ mix(position + 0x9e3779b9)) >>> 1
}

function mix(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
