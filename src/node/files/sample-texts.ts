import type { Faker, LocaleDefinition } from '@faker-js/faker'
import { makeSampleTexts } from '../../scenario/sample-texts.ts'
import { loadPackageFile } from './package-files.ts'

/**
 * The texts of a locale. Loads faker and the locale synchronously at the first use, which may be a `/v1` call.
 */
export const sampleTexts = makeSampleTexts((locale) => {
  const { Faker: Constructor } = loadPackageFile('generated/faker/faker.cjs') as {
    Faker: typeof Faker
  }
  const words = loadPackageFile(`generated/faker/${locale}.json`) as LocaleDefinition
  return { Faker: Constructor, words }
})
