import { limits } from '../../contract/limits.ts'
import type { LocaleTexts, PageFile } from '../../contract/session/page-file.ts'
import { sampleLocales, type SampleLocale } from '../../contract/scenario/sample-data.ts'
import type { Case } from '../../results/result.ts'
import { toBytes } from '../../text/bytes.ts'
import { toPageHtml, type PageShell } from './html.ts'
import { pageText, pageTitle } from './page-text.ts'
import { toPageFile, type PageContent } from './to-page-file.ts'

type ContentResult = NonNullable<PageContent['result']>

/** The parts of a page that its writer has. */
export type PageParts = {
  shell: PageShell
  version: string
  /** The sample texts of a locale, as far as the writer has them. */
  texts: (locale: SampleLocale) => LocaleTexts | undefined
}

/** A page whose content is still to be packed: gzip in base64. */
export type ComposedPage = { json: string; toHtml: (packed: string) => string }

/** Composes a page that opens in any browser: a result, a session, or both, with the sandbox in which it goes on. */
export function composePage(content: PageContent, parts: PageParts): ComposedPage {
  const { page, json } = fitting(content, parts)
  const toHtml = (data: string) =>
    toPageHtml({ shell: parts.shell, title: pageTitle(page), text: pageText(page), data })
  return { json, toHtml }
}

type Made = { page: PageFile; json: string }

/** A page reads as much as `replay` does: sessions that are too large together are left out, first those that passed. */
function fitting(content: PageContent, parts: PageParts): Made {
  const { result, note } = content
  const isOpen = ({ status }: Case) => status === 'fail' || status === 'advice'
  const fewer = result
    ? [isOpen, () => false].map((isKept) => ({ ...content, result: withSessions(result, isKept) }))
    : []
  const none = { note, result: toldWithout(result ? withSessions(result, () => false) : undefined) }
  let made = toJson(content, parts)
  for (const less of [...fewer, none]) {
    if (toBytes(made.json).length <= limits.stateBytes.value) break
    made = toJson(less, parts)
  }
  return made
}

/** A page that goes on has the sample texts of English, and of each locale in its sessions. */
function toJson(content: PageContent, { version, texts }: PageParts): Made {
  const page = toPageFile(content, version)
  const json = JSON.stringify(page)
  if (page.sessions.length === 0) return { page, json }
  const named = sampleLocales.filter(
    (locale) => locale === 'en' || json.includes(`"locale":"${locale}"`),
  )
  const carried = Object.fromEntries(
    named.flatMap((locale) => {
      const some = texts(locale)
      return some ? [[locale, some]] : []
    }),
  )
  const withTexts = { ...page, sample_texts: carried }
  return { page: withTexts, json: JSON.stringify(withTexts) }
}

const LEFT_OUT =
  'Not all that happened is on this page, because it is too large: make one of fewer cases, or of one account.'

function withSessions(result: ContentResult, isKept: (each: Case) => boolean): ContentResult {
  const cases = result.cases.map((each) => (isKept(each) ? each : { ...each, history: undefined }))
  return { ...result, cases, notes: [...result.notes, LEFT_OUT] }
}

function toldWithout(
  result: ContentResult = { name: 'session', headline: 'too large', cases: [], notes: [LEFT_OUT] },
): ContentResult {
  return { ...result, history: undefined }
}
