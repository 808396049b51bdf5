import type { Faker } from '@faker-js/faker'
import type { SampleLocale } from '../contract/scenario/sample-data.ts'
import type { SampleField } from '../core/aliases/sample-texts.ts'

type Draw = (faker: Faker) => string
export type SampleRecipe = Record<SampleField, Draw>

const company: Draw = (faker) => faker.company.name()
const catchPhrase: Draw = (faker) => faker.company.catchPhrase()
const companyCategory: Draw = (faker) => faker.helpers.fake('{{company.category}}')
const department: Draw = (faker) => faker.commerce.department()
const product: Draw = (faker) => faker.commerce.productName()
const nameAndCity: Draw = (faker) => `${faker.person.fullName()}, ${faker.location.city()}`
const noun: Draw = (faker) => faker.word.noun()
const host: Draw = (faker) => `${faker.internet.domainWord()}.example`
const sentence: Draw = (faker) => faker.lorem.sentence()

/**
 * How each text is drawn. It differs by locale because faker is not fully translated: it falls back
 * to English for missing data, and lorem is Latin in most languages. A source uses English
 * data in every locale, since host names are ASCII.
 */
export const sampleRecipes: Record<SampleLocale, SampleRecipe> = {
  en: { label: company, note: catchPhrase, source: host, category: department },
  de: { label: company, note: nameAndCity, source: host, category: noun },
  fr: { label: product, note: nameAndCity, source: host, category: department },
  ja: { label: company, note: sentence, source: host, category: companyCategory },
}
