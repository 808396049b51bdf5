// The random input of a case, derived from its seed: numbers, sizes, and content in one of the shapes.
import { createHash } from 'node:crypto'
import { randomOf } from '../../stress/support/random.js'
import { jsonOf } from './json-content.js'
import { textOf } from './text-content.js'
import { yamlOf } from './yaml-content.js'

/** The shapes of content, in turn for shapes that describe the delivery. `valid` is the unchanged sample. */
const contents = ['long', 'wide', 'deep', 'valid']

/**
 * The random source of one case: the same seed, name and number give the same content. Number 0 is nearly as
 * large as the limit allows.
 */
export function drawFor(seed, name, shape, number) {
  const digest = createHash('sha256').update(`${seed} ${name} ${shape} ${number}`).digest()
  const random = randomOf(digest.readUInt32LE(0))
  const below = (count) => Math.floor(random() * count)
  const draw = {
    below,
    oneOf: (values) => values[below(values.length)],
    between: (min, max) => min + below(max - min + 1),
    chance: (share) => random() < share,
    /** Small, anything up to the limit, or just below or above it. */
    size(limit) {
      const kind = random()
      if (number === 0) return Math.floor(limit * (0.8 + 0.15 * kind))
      if (kind < 0.3) return 10 + below(1_000)
      if (kind < 0.65) return Math.ceil(10 * (limit / 10) ** random())
      return Math.ceil(limit * (0.9 + 0.2 * random()))
    },
  }
  const content = contents.includes(shape) ? shape : contents[number % contents.length]
  return Object.assign(draw, {
    content,
    isLargest: number === 0,
    json: (sample, limit) => jsonOf(sample, content, draw.size(limit), draw),
    yaml: (sample, limit) => yamlOf(sample, content, draw.size(limit), draw),
    /** Printable text for a query, a path, a header or an argument. */
    text: (limit, plain) => (content === 'valid' ? plain : textOf(content, draw.size(limit), draw)),
  })
}
