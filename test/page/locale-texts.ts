import { sampleLocales } from '../../src/contract/scenario/sample-data.ts'
import type { PageTexts } from '../../src/contract/session/page-file.ts'
import { allTexts } from '../../src/history/page/sample-texts.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'

/** The sample texts of all locales, as pages carry them. */
export const localeTexts: PageTexts = Object.fromEntries(
  sampleLocales.map((locale) => [locale, allTexts(sampleTexts(locale))]),
)
