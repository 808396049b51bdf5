import { sectionsOf, type Page, type Section } from './pages.ts'

/** The worth of a word in a heading, and in the title of the page; in the text it is worth less than 1. */
const IN_HEADING = 1.5
const IN_TITLE = 0.4

/** Words of a question that say nothing about its answer. */
const PLAIN = new Set(
  'a after an and are as at be by can do does for from get have how i if in is it me my of on or that the there this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)

const ENDING = /(ing|e[ds]|(?<![aius])s|ers?|ions?|ly)$/

type Rated = Section & { title: ReadonlySet<string>; head: ReadonlySet<string>; body: string[] }

/** The sections that have some of the words, the best first: rare words weigh more, headings more than text, all words more than some. */
export function findSections(pages: readonly Page[], words: readonly string[]): Section[] {
  const asked = new Set(toStems(words))
  const sections = pages.flatMap((page) =>
    sectionsOf(page).map((section) => toRated(section, page)),
  )
  const weights = [...asked].map((word) => {
    const having = sections.filter((section) => has(section, word)).length
    return [word, Math.log(sections.length / Math.max(1, having))] as const
  })
  const usual = sections.reduce((sum, { body }) => sum + body.length, 0) / sections.length
  return sections
    .map((section) => ({ section, worth: rate(section, weights, usual) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ section: { page, heading, text } }) => ({ page, heading, text }))
}

/** The words as they are compared: `past_due`, `--each` and `past due` are alike. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function toRated(section: Section, { title }: Page): Rated {
  // A table of contents has the words of all headings, and answers nothing.
  const body = section.text.replaceAll(/^- \[.*\]\(#.*\)$/gm, '').replaceAll(/\]\([^)]*\)/g, '')
  return {
    ...section,
    title: new Set(toStems(wordsOf(title))),
    head: new Set(toStems(wordsOf(section.heading))),
    body: toStems(wordsOf(body)),
  }
}

function has({ title, head, body }: Rated, word: string): boolean {
  return title.has(word) || head.has(word) || body.includes(word)
}

/** @param usual the length of a usual section: a word in a longer one says less about it */
function rate(section: Rated, weights: readonly (readonly [string, number])[], usual: number) {
  const { title, head, body } = section
  let worth = 0
  for (const [word, weight] of weights) {
    const count = body.filter((each) => each === word).length
    const inText = count / (count + 0.6 + (0.6 * body.length) / usual)
    worth +=
      weight * (inText + (head.has(word) ? IN_HEADING : 0) + (title.has(word) ? IN_TITLE : 0))
  }
  const met = weights.filter(([word]) => has(section, word)).length
  return (worth * met) / weights.length
}

/** Without plain words and without endings: `retry`, `retries` and `retrying` are one word. */
function toStems(words: readonly string[]): string[] {
  return words
    .filter((word) => !PLAIN.has(word))
    .map((word) => {
      const stem = word.replace(ENDING, '').replace(/[eiy]$/, '')
      return stem.length < 3 ? word : stem
    })
}
