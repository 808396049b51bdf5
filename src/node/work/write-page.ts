import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { limits } from '../../contract/limits.ts'
import type { Case } from '../../results/result.ts'
import { toPageHtml, type PageShell } from '../../history/page/html.ts'
import { pageText, pageTitle } from '../../history/page/page-text.ts'
import type { PageFile } from '../../contract/session/page-file.ts'
import { textsFor } from '../../history/page/sample-texts.ts'
import { toPageFile, type PageContent } from '../../history/page/to-page-file.ts'
import { packageFile } from '../files/package-files.ts'
import { sampleTexts } from '../files/sample-texts.ts'
import { version } from '../files/version.ts'

type ContentResult = NonNullable<PageContent['result']>

/** A page that opens in any browser: a result, a session, or both, with the sandbox in which it goes on. */
export function writePage(content: PageContent): string {
  const { page, json } = fitting(content)
  return toPageHtml({
    shell: readShell(),
    title: pageTitle(page),
    text: pageText(page),
    data: packed(json),
  })
}

function packed(json: string): string {
  return gzipSync(json).toString('base64')
}

/** A page reads as much as `replay` does: sessions that are too large together are left out, first those that passed. */
function fitting(content: PageContent): { page: PageFile; json: string } {
  const { result, note } = content
  const isOpen = ({ status }: Case) => status === 'fail' || status === 'advice'
  const fewer = result
    ? [isOpen, () => false].map((isKept) => ({ ...content, result: withSessions(result, isKept) }))
    : []
  const none = { note, result: toldWithout(result ? withSessions(result, () => false) : undefined) }
  let made = toJson(content)
  for (const less of [...fewer, none]) {
    if (Buffer.byteLength(made.json) <= limits.stateBytes.value) break
    made = toJson(less)
  }
  return made
}

function toJson(content: PageContent): { page: PageFile; json: string } {
  const page = toPageFile(content, version)
  const json = JSON.stringify(page)
  const texts = textsFor(json, sampleTexts)
  if (Object.keys(texts).length === 0) return { page, json }
  const withTexts = { ...page, sample_texts: texts }
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

let shell: PageShell | undefined

function readShell(): PageShell {
  const read = () => gunzipSync(readFileSync(packageFile('dist/page.json.gz'))).toString('utf8')
  return (shell ??= JSON.parse(read()) as PageShell)
}
