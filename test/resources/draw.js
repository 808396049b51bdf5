// What a case draws from its seed: numbers, sizes, and content in one of the shapes.
import { createHash } from 'node:crypto'
import { randomOf } from '../stress/support/random.js'
import { jsonOf } from './json-content.js'
import { textOf } from './text-content.js'
import { yamlOf } from './yaml-content.js'

/** The shapes of content. `valid` is the sample as it stands. */
const contents = ['deep', 'wide', 'long', 'valid']

/** One case's source of chance: the same seed and name draw the same content. */
export function drawFor(seed, name, shape) {
  const digest = createHash('sha256').update(`${seed} ${name}`).digest()
  const random = randomOf(digest.readUInt32LE(0))
  const below = (count) => Math.floor(random() * count)
  const draw = {
    below,
    oneOf: (values) => values[below(values.length)],
    between: (min, max) => min + below(max - min + 1),
    chance: (share) => random() < share,
    /** Small, anything up to the limit, or close to it on either side. */
    size(limit) {
      const kind = random()
      if (kind < 0.3) return 10 + below(1_000)
      if (kind < 0.65) return Math.ceil(10 * (limit / 10) ** random())
      return Math.ceil(limit * (0.9 + 0.2 * random()))
    },
  }
  const content = contents.includes(shape) ? shape : draw.oneOf(contents)
  return Object.assign(draw, {
    content,
    json: (sample, limit) => jsonOf(sample, content, draw.size(limit), draw),
    yaml: (sample, limit) => yamlOf(sample, content, draw.size(limit), draw),
    /** Printable text for a query, a path, a header or an argument. */
    text: (limit, plain) => (content === 'valid' ? plain : textOf(content, draw.size(limit), draw)),
  })
}
