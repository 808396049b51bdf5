import { basename } from 'node:path'
import { toHint } from '../../output/wrong-value.ts'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import type { Context } from '../../args/context.ts'
import { toColumns } from '../../output/columns.ts'
import { exitCodes, runtimeError } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'
import { readPages, type Page } from './pages.ts'
import { findSections, wordsOf } from './search.ts'

/** How many other sections are named below the one that is printed. */
const MAX_OTHERS = 5

/** Prints the page or the section of the documentation that answers some words; without words, the list of pages. */
export function runDocs(context: Context<'json'>): number {
  const pages = readPages()
  const asked = context.words.join(' ')
  const words = wordsOf(asked)
  const named = pages.find((page) => nameOf(page) === words.join('-'))
  if (context.words.length === 0) tellList(context, pages)
  else if (named) tell(context, named, named.text.trimEnd())
  else tellSection(context, pages, { asked, words })
  return exitCodes.ok
}

/** `docs/clock-and-limits.md` is asked for as `clock-and-limits`. */
function nameOf({ page }: Page): string {
  return basename(page, '.md').toLowerCase()
}

function tellList(context: Context<'json'>, pages: readonly Page[]): void {
  const list = pages.map(({ page, title }) => ({ page, title }))
  const rows = pages.map((page) => [nameOf(page), page.title] as const)
  tell(context, { pages: list }, toColumns(rows))
}

/** @throws Failure if no section has any of the words */
function tellSection(
  context: Context<'json'>,
  pages: readonly Page[],
  { asked, words }: { asked: string; words: readonly string[] },
): void {
  const [best, ...more] = findSections(pages, words)
  if (!best) {
    const known = new Set(pages.flatMap(({ text }) => wordsOf(text)))
    const unknown = words.filter((word) => !known.has(word))
    const hint = unknown.map((word) => toHint(word, [...known])).find((text) => text !== '')
    throw runtimeError(
      `nothing in the documentation has ${formatValue(asked)}${hint ?? '; see: alias-sandbox docs'}`,
    )
  }
  const others = more.slice(0, MAX_OTHERS).map(({ page, heading }) => ({ page, heading }))
  const also = others.map(({ page, heading }) => `see also ${page}: ${heading}`)
  const text = [`${best.page}:`, '', best.text, ...(also.length > 0 ? ['', ...also] : [])]
  tell(context, { ...best, others }, text.join('\n'))
}
