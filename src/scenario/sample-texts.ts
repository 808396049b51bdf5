import type { Faker, LocaleDefinition, Randomizer } from '@faker-js/faker'
import type { SampleLocale } from '../contract/scenario/sample-data.ts'
import { TEXTS_OF_EACH, type SampleField, type SampleTexts } from '../core/aliases/sample-texts.ts'
import { RANDOM_RANGE, randomAt } from '../core/random/random.ts'
import { sampleRecipes, type SampleRecipe } from './sample-recipes.ts'

/** Loads faker, and its words in a locale, at once. */
type LoadFaker = (locale: SampleLocale) => { Faker: typeof Faker; words: LocaleDefinition }

/** The texts of each locale, drawn by faker on demand. */
export function makeSampleTexts(load: LoadFaker): (locale: SampleLocale) => SampleTexts {
  const loaded = new Map<SampleLocale, Vocabulary>()
  const sampleTexts = (locale: SampleLocale): SampleTexts => {
    let vocabulary = loaded.get(locale)
    if (!vocabulary) {
      // Host names stay ASCII, so every locale uses the English ones.
      const english = locale === 'en' ? undefined : sampleTexts('en')
      const { Faker: Constructor, words } = load(locale)
      // Only the locale's own words: missing ones are an error instead of an English text.
      const faker = new Constructor({ locale: words, randomizer: positionalRandomizer() })
      vocabulary = new Vocabulary(faker, sampleRecipes[locale], english)
      loaded.set(locale, vocabulary)
    }
    return vocabulary
  }
  return sampleTexts
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
