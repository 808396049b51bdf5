import { refuse } from '../../contract/control/action-error.ts'
import type { SampleLocale } from '../../contract/scenario/sample-data.ts'
import { TEXTS_OF_EACH, type SampleTexts } from '../../core/aliases/sample-texts.ts'
import type { ReplaySource } from '../replay/replay-host.ts'
import type { PageTexts } from './page-file.ts'

type TextsOf = ReplaySource['sampleTexts']

/** The texts that a page carries. @throws ActionError 409 where an action asks for others. */
export function carriedTexts(texts: PageTexts = {}): TextsOf {
  return (locale) => ({
    text: (field, number) => {
      const found = texts[locale]?.[field]?.[number % TEXTS_OF_EACH]
      if (found !== undefined) return found
      return refuse(
        'not_repeatable',
        `this page has only the sample texts of its own session; replay it with alias-sandbox to add other aliases of locale ${locale}`,
      )
    },
  })
}

/** Notes which texts are used. */
export function notedTexts(all: TextsOf): { texts: TextsOf; used: PageTexts } {
  const used: Partial<Record<SampleLocale, Record<string, Record<string, string>>>> = {}
  const texts = (locale: SampleLocale): SampleTexts => {
    const some = all(locale)
    return {
      text: (field, number) => {
        const text = some.text(field, number)
        const fields = (used[locale] ??= {})
        const noted = (fields[field] ??= {})
        noted[number % TEXTS_OF_EACH] = text
        return text
      },
    }
  }
  return { texts, used }
}
