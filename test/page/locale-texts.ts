import { readFileSync } from 'node:fs'
import type { LocaleTexts, PageTexts } from '../../src/contract/session/page-file.ts'
import { sampleLocales, type SampleLocale } from '../../src/contract/scenario/sample-data.ts'

const read = (locale: SampleLocale) => {
  const file = new URL(`../../generated/texts/${locale}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as LocaleTexts
}

/** The sample texts of all locales, as pages carry them. */
export const localeTexts: PageTexts = Object.fromEntries(
  sampleLocales.map((locale) => [locale, read(locale)]),
)
