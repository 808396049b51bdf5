import type { SampleLocale } from '../contract/scenario/sample-data.ts'
import { TEXTS_OF_EACH, type SampleField, type SampleTexts } from '../core/aliases/sample-texts.ts'

/** The texts of a locale by their fields, as the build has drawn them. A locale without a field has the English ones. */
export type DrawnTexts = Partial<Record<SampleField, string[]>>

/** The texts of each locale. `load` returns those of one, at once. */
export function makeSampleTexts(
  load: (locale: SampleLocale) => DrawnTexts,
): (locale: SampleLocale) => SampleTexts {
  const loaded = new Map<SampleLocale, SampleTexts>()
  return (locale) => {
    const known = loaded.get(locale)
    if (known) return known
    const drawn = { ...load('en'), ...load(locale) }
    const texts = {
      text: (field: SampleField, number: number) => drawn[field]![number % TEXTS_OF_EACH]!,
    }
    loaded.set(locale, texts)
    return texts
  }
}
