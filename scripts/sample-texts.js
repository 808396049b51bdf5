// Draws the texts of sample aliases with faker, so that nothing that runs later needs it: 0.17 MB in place of 0.9.
import { allLocales, Faker } from '@faker-js/faker'
import { sampleLocales } from '../build/contract/scenario/sample-data.js'
import { TEXTS_OF_EACH } from '../build/core/aliases/sample-texts.js'
import { RANDOM_RANGE, randomAt } from '../build/core/random/random.js'

const company = (faker) => faker.company.name()
const catchPhrase = (faker) => faker.company.catchPhrase()
const companyCategory = (faker) => faker.helpers.fake('{{company.category}}')
const department = (faker) => faker.commerce.department()
const product = (faker) => faker.commerce.productName()
const nameAndCity = (faker) => `${faker.person.fullName()}, ${faker.location.city()}`
const noun = (faker) => faker.word.noun()
const host = (faker) => `${faker.internet.domainWord()}.example`
const sentence = (faker) => faker.lorem.sentence()

/**
 * How each text is drawn. It differs by locale because faker is not fully translated: it falls back to English for
 * missing data, and lorem is Latin in most languages. A source is English everywhere, since host names are ASCII.
 */
const recipes = {
  en: { label: company, note: catchPhrase, source: host, category: department },
  de: { label: company, note: nameAndCity, category: noun },
  fr: { label: product, note: nameAndCity, category: department },
  ja: { label: company, note: sentence, category: companyCategory },
}

/** The texts of each locale, by their fields. */
export function drawnTexts() {
  return Object.fromEntries(sampleLocales.map((locale) => [locale, drawn(locale)]))
}

function drawn(locale) {
  // Only the locale's own words: missing ones are an error instead of an English text.
  const faker = new Faker({ locale: allLocales[locale], randomizer: positionalRandomizer() })
  const texts = (draw) =>
    Array.from({ length: TEXTS_OF_EACH }, (_, index) => {
      faker.seed(index) // each text stands by itself
      return draw(faker)
    })
  return Object.fromEntries(
    Object.entries(recipes[locale]).map(([field, draw]) => [field, texts(draw)]),
  )
}

function positionalRandomizer() {
  let seed = 0
  let position = 0
  return {
    next: () => randomAt(seed, position++) / RANDOM_RANGE,
    seed: (value) => {
      seed = Number(value)
      position = 0
    },
  }
}
