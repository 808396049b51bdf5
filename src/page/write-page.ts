import type { PageTexts } from '../contract/session/page-file.ts'
import type { JobBody } from '../control/work/job-body.ts'
import { pageIds, toPageHtml } from '../history/page/html.ts'
import { pageText, pageTitle } from '../history/page/page-text.ts'
import { toPageFile } from '../history/page/to-page-file.ts'
import { readPieces } from '../history/session/to-session.ts'
import { toBytes } from '../text/bytes.ts'
import { version } from '../../generated/package.mjs'
import { packed } from './packed.ts'

type PageOptions = { note?: string | undefined }

/** Writes the page of a history as JSON: this page with another history. */
export function pageWriter({ en: _ofEachPage, ...texts }: PageTexts) {
  return async (history: string, { note }: PageOptions): Promise<JobBody> => {
    const content = toPageFile({ history: readPieces([history]), note }, version)
    const made = { ...content, sample_texts: texts }
    const html = toPageHtml({
      shell: ownShell(),
      title: pageTitle(made),
      text: pageText(made),
      data: await packed(JSON.stringify(made)),
    })
    return { bytes: toBytes(JSON.stringify({ html })) }
  }
}

function ownShell() {
  const text = (id: string) => document.getElementById(id)!.textContent
  return {
    policy: document.querySelector('meta[http-equiv]')!.getAttribute('content')!,
    loader: text(pageIds.loader),
    script: text(pageIds.script),
    style: text(pageIds.style),
    licences: text(pageIds.licences),
  }
}
