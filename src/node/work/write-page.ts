import { gzipSync } from 'node:zlib'
import type { LocaleTexts } from '../../contract/session/page-file.ts'
import { composePage, type PageParts } from '../../history/page/compose-page.ts'
import type { PageShell } from '../../history/page/html.ts'
import type { PageContent } from '../../history/page/to-page-file.ts'
import { loadPackageFile } from '../files/package-files.ts'
import { version } from '../files/version.ts'

/** The parts of a page that the package has. */
export function pageParts(): PageParts {
  return {
    shell: loadPackageFile('dist/page.json') as PageShell,
    version,
    texts: (locale) => loadPackageFile(`generated/texts/${locale}.json`) as LocaleTexts,
  }
}

/** A page that opens in any browser: a result, a session, or both, with the sandbox in which it goes on. */
export function writePage(content: PageContent): string {
  const { json, toHtml } = composePage(content, pageParts())
  return toHtml(gzipSync(json).toString('base64'))
}
