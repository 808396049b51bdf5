import { makeSampleTexts, type DrawnTexts } from '../../scenario/sample-texts.ts'
import { loadPackageFile } from './package-files.ts'

/** The texts of a locale. Loads them at the first use, which may be a `/v1` call. */
export const sampleTexts = makeSampleTexts(
  (locale) => loadPackageFile(`generated/texts/${locale}.json`) as DrawnTexts,
)
