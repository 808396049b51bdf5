import { sampleLocales, type SampleLocale } from '../contract/scenario/sample-data.ts'
import type { SampleTexts } from '../core/aliases/sample-texts.ts'
import { makeSampleTexts, type DrawnTexts } from '../scenario/sample-texts.ts'

type Loaders = Readonly<Record<SampleLocale, () => Promise<{ default: DrawnTexts }>>>

/** An escaped letter, which may be one of the words below. */
const ESCAPED = '\\u00'

/** The texts of sample aliases, which are as large as all the rest: they are loaded when something may ask for them. */
export class LoadedTexts {
  readonly #loaders: Loaders
  /** The words that ask for texts: `populate`, `populate_aliases`, and the scenarios that do. */
  readonly #asking: readonly string[]
  readonly #loaded = new Map<SampleLocale, DrawnTexts>()

  /** `scenarios` are those that can be asked for by name. */
  constructor(loaders: Loaders, scenarios: Iterable<readonly [name: string, scenario: object]>) {
    this.#loaders = loaders
    const populating = [...scenarios].filter(([, each]) =>
      JSON.stringify(each).includes('populate'),
    )
    this.#asking = [ESCAPED, 'populate', ...populating.map(([name]) => name)]
  }

  /** The texts of a locale that was prepared. */
  readonly of: (locale: SampleLocale) => SampleTexts = makeSampleTexts((locale) => {
    const texts = this.#loaded.get(locale)
    if (texts) return texts
    throw new Error(`the sample texts of locale ${locale} are not loaded`)
  })

  /** Loads what a request, a scenario or a key may ask for; undefined if that is nothing new. */
  prepare(text: string): Promise<void> | undefined {
    if (!this.#asking.some((word) => text.includes(word))) return undefined
    const isNamed = (locale: SampleLocale) =>
      locale === 'en' || text.includes(`"${locale}"`) || text.includes(ESCAPED)
    const missing = sampleLocales.filter((each) => isNamed(each) && !this.#loaded.has(each))
    return missing.length === 0 ? undefined : this.load(missing)
  }

  /** The texts of a locale, if they are loaded. */
  drawn(locale: SampleLocale): DrawnTexts | undefined {
    return this.#loaded.get(locale)
  }

  async load(locales: readonly SampleLocale[]): Promise<void> {
    for (const locale of locales) {
      this.#loaded.set(locale, (await this.#loaders[locale]()).default)
    }
  }
}
