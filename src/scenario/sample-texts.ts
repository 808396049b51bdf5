import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Faker, LocaleDefinition, Randomizer } from '@faker-js/faker'
import type { SampleLocale } from '../contract/scenario/sample-data.ts'
import { TEXTS_OF_EACH, type SampleField, type SampleTexts } from '../core/aliases/sample-texts.ts'
import { RANDOM_RANGE, randomAt } from '../core/random/random.ts'
import { packageFile, readPackageJson } from '../node/files/package-files.ts'
import { sampleRecipes, type SampleRecipe } from './sample-recipes.ts'

const loaded = new Map<SampleLocale, Vocabulary>()

/**
 * The texts of a locale, drawn by faker on demand. Loads faker and the locale synchronously at the
 * first use, which may be a `/v1` call.
 */
export function sampleTexts(locale: SampleLocale): SampleTexts {
  let vocabulary = loaded.get(locale)
  if (!vocabulary) {
    // Host names stay ASCII, so every locale uses the English ones.
    const english = locale === 'en' ? undefined : sampleTexts('en')
    vocabulary = new Vocabulary(loadFaker(locale), sampleRecipes[locale], english)
    loaded.set(locale, vocabulary)
  }
  return vocabulary
}

class Vocabulary implements SampleTexts {
  readonly #faker: Faker
  readonly #recipe: SampleRecipe
  readonly #english: SampleTexts | undefined
  readonly #drawn: Record<SampleField, (string | undefined)[]> = {
    label: [],
    note: [],
    source: [],
    category: [],
  }

  constructor(faker: Faker, recipe: SampleRecipe, english: SampleTexts | undefined) {
    this.#faker = faker
    this.#recipe = recipe
    this.#english = english
  }

  text(field: SampleField, number: number): string {
    const index = number % TEXTS_OF_EACH
    return (this.#drawn[field][index] ??= this.#draw(field, index))
  }

  #draw(field: SampleField, index: number): string {
    if (field === 'source' && this.#english) return this.#english.text(field, index)
    // Seeded for each text, so that the order of draws does not matter.
    this.#faker.seed(index)
    return this.#recipe[field](this.#faker)
  }
}

/** Loads only the locale's own data: missing data is an error instead of an English text. */
function loadFaker(locale: SampleLocale): Faker {
  const load = createRequire(import.meta.url)
  const path = fileURLToPath(packageFile('generated/faker/faker.cjs'))
  const { Faker: Constructor } = load(path) as { Faker: typeof Faker }
  const data = readPackageJson(`generated/faker/${locale}.json`) as LocaleDefinition
  return new Constructor({ locale: data, randomizer: positionalRandomizer() })
}

/** Reseeding faker's own generator for each text would take 43 instead of 20 ms for 1,000 texts. */
function positionalRandomizer(): Randomizer {
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
