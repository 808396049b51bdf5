import { createRequire } from 'node:module'
import type * as FakerModule from '@faker-js/faker/locale/en'
import type { Prose } from '../core/account.ts'

const require = createRequire(import.meta.url)
const WORDS_OF_EACH = 200

let prose: Prose | undefined

/**
 * Words for made-up aliases: the same ones in every run. Loaded at the first use, since faker costs
 * more to load than everything else here; without awaiting, since a `/v1` call may be that first use.
 */
export function loadProse(): Prose {
  prose ??= makeProse()
  return prose
}

function makeProse(): Prose {
  const { faker } = require('@faker-js/faker/locale/en') as typeof FakerModule
  faker.seed(1)
  const some = (make: () => string) => Array.from({ length: WORDS_OF_EACH }, make)
  return {
    labels: some(() => faker.internet.domainWord()),
    notes: some(() => faker.company.catchPhrase()),
    sources: some(() => `${faker.internet.domainWord()}.example`),
    categories: some(() => faker.commerce.department()),
  }
}
