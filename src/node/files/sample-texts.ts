import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Faker, LocaleDefinition } from '@faker-js/faker'
import { makeSampleTexts } from '../../scenario/sample-texts.ts'
import { packageFile, readPackageJson } from './package-files.ts'

/**
 * The texts of a locale. Loads faker and the locale synchronously at the first use, which may be a `/v1` call.
 */
export const sampleTexts = makeSampleTexts((locale) => {
  const load = createRequire(import.meta.url)
  const path = fileURLToPath(packageFile('generated/faker/faker.cjs'))
  const { Faker: Constructor } = load(path) as { Faker: typeof Faker }
  const words = readPackageJson(`generated/faker/${locale}.json`) as LocaleDefinition
  return { Faker: Constructor, words }
})
