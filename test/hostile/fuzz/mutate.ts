import type { Random } from '../../../src/core/random/random.ts'

/** Bytes with a meaning in HTTP or JSON; half of the inserted bytes come from here. */
const naming = '\0\t\n\r "%&,-./0123456789:;=?[\\]{}\x7f\xff'

/**
 * Flips, inserts or removes 1 to 8 bytes at random positions; small numbers are more likely. Every other
 * time it corrects Content-Length, because otherwise few changed bodies would be read.
 */
export function mutate(text: string, random: Random): string {
  let mutated = text
  for (let left = 1 + random.below(1 + random.below(8)); left > 0; left -= 1) {
    const at = random.below(mutated.length + 1)
    const before = mutated.slice(0, at)
    const after = mutated.slice(at)
    const kind = random.below(3)
    if (kind === 0) mutated = before + anyByte(random) + after
    else if (kind === 1) mutated = before + after.slice(1)
    else mutated = before + flipBit(after.slice(0, 1), random) + after.slice(1)
  }
  return random.below(2) === 0 ? mutated : withItsLength(mutated)
}

function withItsLength(text: string): string {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return text
  const length = text.length - end - 4
  return text.slice(0, end).replace(/^(content-length:).*$/im, `$1 ${length}`) + text.slice(end)
}

function anyByte(random: Random): string {
  if (random.below(2) === 0) return naming[random.below(naming.length)]!
  return String.fromCharCode(random.below(256))
}

function flipBit(byte: string, random: Random): string {
  return byte === '' ? '' : String.fromCharCode(byte.charCodeAt(0) ^ (1 << random.below(8)))
}
