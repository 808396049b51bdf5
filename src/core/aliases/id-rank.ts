/** The characters of ids, in their order. */
const characters = '-.0123456789_abcdefghijklmnopqrstuvwxyz'
/** Characters that count: more would not fit into the 53 bits of an exact number. */
const COUNTED = 8

const { weights, last } = weigh()
const BASE = last + 1

/**
 * A number for the beginning of a text: texts with different numbers are in the order of these
 * numbers. Ids that are drawn have practically always different ones.
 */
export function idRank(id: string): number {
  let rank = 0
  let isOver = false
  for (let at = 0; at < COUNTED; at += 1) {
    const weight = isOver || at >= id.length ? 0 : (weights[id.charCodeAt(at)] ?? last)
    // Other characters share a weight with their neighbours, so what follows them must not count.
    if (weight % 2 === 1) isOver = true
    rank = rank * BASE + weight
  }
  return rank
}

/** Even weights for the characters of ids, odd ones for each range of others between them. */
function weigh() {
  let last = 1
  const weights = Array.from({ length: 128 }, (_, code) => {
    const isOfIds = characters.includes(String.fromCharCode(code))
    if (isOfIds === (last % 2 === 1)) last += 1
    else if (isOfIds) last += 2
    return last
  })
  return { weights, last }
}
