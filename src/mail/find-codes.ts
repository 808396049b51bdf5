import { codePatterns } from './code-patterns.ts'

/**
 * Finds what is a code to type in: 4 to 8 digits, or letters and digits, that stand by themselves, and that the mail
 * shows to be one: by the words beside it, or by a line of its own. Each candidate gets points for that, and the one
 * with the most is the first; one without any is left out, since a wrong code is worse than none.
 */

/** The rest of the text is not searched: every mail is, when it arrives. */
const MAX_CHARACTERS = 20_000
const MAX_LINE = 2_000
const MAX_CODES = 10

/** The codes of a mail, the likeliest first. */
export function findCodes(subject: string, text: string): string[] {
  const scores = new Map<string, number>()
  const add = (code: string, score: number) => {
    scores.set(code, Math.max(scores.get(code) ?? 0, score))
  }
  const sentences = sentencesOf(text)
  for (const [index, sentence] of sentences.entries()) {
    const above = sentences.slice(Math.max(0, index - 2), index)
    for (const { code, score } of codesOf(sentence, above)) add(code, score)
  }
  for (const sentence of sentencesOf(subject)) {
    for (const { code, score } of codesOf(sentence, [])) add(code, score + 2)
  }
  return [...scores]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_CODES)
    .map(([code]) => code)
}

/** Sentences and lines that are not empty, without what contains digits that are no code. */
function sentencesOf(text: string): string[] {
  const { otherThings, run, groupedCode, nameOfValue, unspacedPart, end } = codePatterns()
  const isCut = text.length > MAX_CHARACTERS
  const styled = text.slice(0, MAX_CHARACTERS)
  const plain = styled.replace(/\{[^{}]*\}/g, (block) =>
    /[:;]\s/.test(block) && block.includes(';') ? ' ' : block,
  )
  const rest = otherThings
    .reduce((line, other) => line.replace(other, ' | '), plain)
    .replace(run, (digits) => (groupedCode.test(digits) ? digits : ' | '))
    .replace(nameOfValue, '$1: ')
    .replace(unspacedPart, ' $& ')
  return rest
    .split(end)
    .slice(0, isCut ? -1 : undefined) // half of a number is no code
    .map((sentence) => sentence.trim().slice(0, MAX_LINE))
    .filter((sentence) => sentence !== '')
}

type ScoredCode = { code: string; score: number }

function codesOf(sentence: string, above: readonly string[]): ScoredCode[] {
  const { candidate, otherNumber, ofAccount, direct, named } = codePatterns()
  return [...sentence.matchAll(candidate)].flatMap((match) => {
    const [found, first, second, third, fourth, prefixed, whole] = match
    const code = prefixed ?? whole ?? `${first ?? third}${second ?? fourth}`
    if (!/\d/.test(code)) return []
    const before = sentence.slice(0, match.index)
    const after = sentence.slice(match.index + found.length)
    const isAlone = !/[\p{L}\p{N}]/u.test(before + after)
    // The name of a number may stand on the line above it.
    const beside = isAlone ? `${above.at(-1) ?? ''} ` : before
    if (otherNumber.test(beside.slice(-40)) || ofAccount.test(before.slice(-40))) return []
    const isDirect = direct.test(before.slice(-60))
    const isNamed = isDirect || named.test(after)
    if ((isTime(code) && !isDirect) || (!isNamed && isOfAddress(code, before, after))) return []
    const known = pointsForWords(before, after, isAlone ? above : [], isDirect) + (isAlone ? 3 : 0)
    const form = pointsForForm(found, code)
    const isShown = known + Math.min(form, 0) > 0 || isDrawn(code)
    return isShown ? [{ code, score: known + form }] : []
  })
}

/** A year, or a day as eight digits. */
function isTime(code: string): boolean {
  return /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(code)
}

/** The number of a house, or a postal code: `1600 Amphitheatre Parkway`, `10115 Berlin`, `CA 94043`. */
function isOfAddress(code: string, before: string, after: string): boolean {
  const { street, state, place } = codePatterns()
  const isAfterPlace = [street, state].some((words) => words.test(before.slice(-20)))
  return /^\d{4,5}$/.test(code) && (place.test(after) || isAfterPlace)
}

function pointsForWords(
  before: string,
  after: string,
  above: readonly string[],
  isDirect: boolean,
): number {
  if (isDirect) return 8
  const { codeWords, hints } = codePatterns()
  const near = [before.slice(-60), after.slice(0, 40)]
  if (near.some((text) => codeWords.test(text))) return 5
  if (near.some((text) => hints.test(text))) return 3
  return above.some((text) => codeWords.test(text)) ? 3 : 0
}

/** Names such as `utf8` have letters and digits too, and numbers in groups may be anything. */
function pointsForForm(found: string, code: string): number {
  if (/^\d+$/.test(code)) return found === code ? Number(code.length === 6) : -3
  if (/[a-z]/.test(code)) return -3
  return isDrawn(code) ? 0 : -2
}

/** Letters and digits by turns, as in `X7K9QZ`: nobody gives such a name. */
function isDrawn(code: string): boolean {
  return code.length >= 6 && /\d[A-Z]+\d/.test(code) && /[A-Z]\d+[A-Z]/.test(code)
}
