// The words that made-up aliases are labelled with, drawn from faker once, when the package is built:
// so that what a seed makes stays the same whatever faker becomes, and nobody has to install it.
import { faker } from '@faker-js/faker/locale/en'

const WORDS_OF_EACH = 200

/** Words of each kind; the same in every build. */
export function drawProse() {
  faker.seed(1)
  const some = (draw) => Array.from({ length: WORDS_OF_EACH }, draw)
  return {
    labels: some(() => faker.internet.domainWord()),
    notes: some(() => faker.company.catchPhrase()),
    sources: some(() => `${faker.internet.domainWord()}.example`),
    categories: some(() => faker.commerce.department()),
  }
}
