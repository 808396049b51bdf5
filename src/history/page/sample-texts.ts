import { sampleLocales } from '../../contract/scenario/sample-data.ts'
import type { LocaleTexts, PageTexts } from '../../contract/session/page-file.ts'
import {
  TEXTS_OF_EACH,
  type SampleField,
  type SampleTexts,
} from '../../core/aliases/sample-texts.ts'
import type { ReplaySource } from '../replay/replay-host.ts'

/** The texts that a page carries for its sessions: those of each locale in them but English, which every page has. */
export function textsFor(json: string, sampleTexts: ReplaySource['sampleTexts']): PageTexts {
  const named = sampleLocales.filter(
    (locale) => locale !== 'en' && json.includes(`"locale":"${locale}"`),
  )
  return Object.fromEntries(named.map((locale) => [locale, allTexts(sampleTexts(locale))]))
}

/** All texts of a locale. */
export function allTexts(texts: SampleTexts): LocaleTexts {
  const of = (field: SampleField) =>
    Array.from({ length: TEXTS_OF_EACH }, (_none, number) => texts.text(field, number))
  return { label: of('label'), note: of('note'), source: of('source'), category: of('category') }
}
