import { sectionsOf, type Page, type Section } from './pages.ts'

/** The worth of a word in a heading, and in the text below it. */
const IN_HEADING = 20
const IN_TITLE = 8
const MOST_IN_TEXT = 5

const ENDING = /^(|e?s|e?d|ing|ers?|ions?|ly)$/

/** The sections that have all the words, the best first; without any, those that have the most of them. */
export function findSections(pages: readonly Page[], words: readonly string[]): Section[] {
  const found = pages.flatMap((page) =>
    sectionsOf(page).map((section) => ({ section, ...rate(section, page.title, words) })),
  )
  const most = Math.max(0, ...found.map(({ met }) => met))
  if (most === 0) return []
  return found
    .filter(({ met }) => met === most)
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ section }) => section)
}

/** The words as they are compared: `past_due`, `--each` and `past due` are alike. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function rate({ heading, text }: Section, title: string, words: readonly string[]) {
  const [inHeading, inTitle, inText] = [heading, title, text].map(wordsOf)
  let met = 0
  let worth = 0
  for (const word of words) {
    const count = inText!.filter((each) => isForm(each, word)).length
    if (count > 0) met += 1
    worth += Math.min(count, MOST_IN_TEXT)
    if (inHeading!.some((each) => isForm(each, word))) worth += IN_HEADING
    if (inTitle!.some((each) => isForm(each, word))) worth += IN_TITLE
  }
  // A page tells most about its own word where it begins.
  return { met, worth: worth + (heading === title ? 1 : 0) }
}

/** Whether it is the word, be it in the plural or with another ending. */
function isForm(found: string, word: string): boolean {
  return found.startsWith(word) && ENDING.test(found.slice(word.length))
}
