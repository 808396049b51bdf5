import { readdirSync, readFileSync } from 'node:fs'
import { packageFile } from '../../../node/files/package-files.ts'

/** A page of the documentation in this package. */
export type Page = { page: string; title: string; text: string }

/** A heading with what stands under it, up to the next heading. */
export type Section = { page: string; heading: string; text: string }

/** A clone has this page, too; it is about the code. */
const NOT_FOR_USERS = 'architecture.md'

/** Reads all pages for users, which are in the package. */
export function readPages(): Page[] {
  const names = readdirSync(packageFile('docs/'))
    .filter((name) => name.endsWith('.md') && name !== NOT_FOR_USERS)
    .toSorted()
  return [...names.map((name) => `docs/${name}`), 'SECURITY.md', 'CHANGELOG.md'].map((page) => {
    const file = readFileSync(packageFile(page), 'utf8')
    // These comments mark what the tests run.
    const text = file.replace(/^<!--.*?-->\n/gms, '')
    return { page, title: /^# (.+)$/m.exec(text)?.[1] ?? page, text }
  })
}

/** Splits a page at its headings; what begins with # in a block of code is none. */
export function sectionsOf({ page, text }: Page): Section[] {
  const starts = [...text.matchAll(/^```[\s\S]*?^```$|^#{1,6} (.+)$/gm)].filter(
    ([, heading]) => heading !== undefined,
  )
  return starts.map(({ index, 1: heading = '' }, at) => ({
    page,
    heading,
    text: text.slice(index, starts[at + 1]?.index).trimEnd(),
  }))
}
