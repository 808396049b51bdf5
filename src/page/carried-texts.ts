import { refuse } from '../contract/control/action-error.ts'
import type { PageTexts } from '../contract/session/page-file.ts'
import type { SampleLocale } from '../contract/scenario/sample-data.ts'
import type { ReplaySource } from '../history/replay/replay-host.ts'
import { TEXTS_OF_EACH } from '../core/aliases/sample-texts.ts'

/** The sample texts that a page carries. @throws ActionError 409 for those of another locale */
export function carriedTexts(texts: PageTexts): ReplaySource['sampleTexts'] {
  return (locale) => {
    const fields = { ...texts.en, ...(texts[locale] ?? refuseLocale(locale, texts)) }
    return { text: (field, number) => fields[field]?.[number % TEXTS_OF_EACH] ?? '' }
  }
}

/**
 * Refuses a request that names a locale whose texts the page does not carry, before it becomes part of the history:
 * where alias-sandbox has all texts, it would be done.
 * @throws ActionError 409
 */
export function refuseOtherLocales(body: string, texts: PageTexts): void {
  for (const [, locale] of body.matchAll(/"locale"\s*:\s*"(en|de|fr|ja)"/g)) {
    if (!Object.hasOwn(texts, locale!)) refuseLocale(locale as SampleLocale, texts)
  }
}

function refuseLocale(locale: SampleLocale, texts: PageTexts): never {
  const has = Object.keys(texts).join(', ')
  return refuse(
    'not_repeatable',
    `this page has sample texts of ${has} only; save the session and go on with alias-sandbox to add aliases of locale ${locale}`,
  )
}
