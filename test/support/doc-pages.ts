import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import './process/fresh-build.js'
// @ts-expect-error: a script of the documentation, without types
import { docPages as listPages } from '../../scripts/docs.js'

/** Every page of the documentation, by its path from the root of the repository. */
export const docPages = (listPages as () => string[])()

/** The pages for users, whose examples are run. The others are about the development of the project. */
export const userPages = docPages.filter((page) =>
  /^(README\.md|docs\/(?!architecture)[^/]+\.md)$/.test(page),
)

export function readPage(page: string): string {
  return readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
}

/** A fenced block. `mark` is the HTML comment before it, which says how a test treats the block. */
export type Fence = { page: string; line: number; mark: string; language: string; text: string }

const FENCE = /(?:<!-- ([^\n]*) -->\n+)?```(\w*)\n([\s\S]*?)^```$/gm

export function fencesOf(page: string): Fence[] {
  const whole = readPage(page)
  return [...whole.matchAll(FENCE)].map(({ index, 1: mark = '', 2: language = '', 3: text }) => ({
    page,
    line: lineAt(whole, index),
    mark,
    language,
    text: text!,
  }))
}

/** The text in backticks, outside of fenced blocks. */
export function inlineCodeOf(page: string): string[] {
  return [...withoutFences(page).matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!)
}

export type Link = { page: string; line: number; target: string }

/** The targets of links and pictures, outside of code. */
export function linksOf(page: string): Link[] {
  const text = withoutFences(page).replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(({ index, 1: target }) => ({
    page,
    line: lineAt(text, index),
    target: target!,
  }))
}

/** The files that these pages link to, except pictures, each with its place. */
export function filesLinkedFrom(pages: readonly string[]): { from: string; to: string }[] {
  return pages
    .flatMap(linksOf)
    .filter(({ target }) => !/^(https?:|#)/.test(target) && !target.endsWith('.png'))
    .map(({ page, line, target }) => ({
      from: `${page}:${line}`,
      to: posix.join(posix.dirname(page), target.split('#')[0]!),
    }))
}

/** The anchors of a page: its headings, as GitHub turns them into ids. */
export function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>()
  return [...withoutFences(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const slug = heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

/** The page with its fenced blocks blanked out, so that lines keep their numbers. */
function withoutFences(page: string): string {
  return readPage(page).replaceAll(/^```[\s\S]*?^```$/gm, (block) =>
    block.replaceAll(/[^\n]/g, ' '),
  )
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
