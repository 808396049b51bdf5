/**
 * Finds what may be a code to type in: 4 to 8 digits, or letters and digits, that stand by themselves. Where
 * a code stands says more than its form, so each candidate gets points for that, and the one with the most is
 * the first. Texts come from outside: no pattern here looks at a character more than a fixed number of times.
 */

const MAX_CHARACTERS = 100_000
const MAX_LINE = 2_000
const MAX_CODES = 10

const word = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')

/** Words that stand beside a code, in the languages that are written most in such mails. */
const CODE_WORDS = word(
  String.raw`\p{L}{0,20}(?:code|kode|kod|código|codigo|codice)s?|pass(?:code|word|wort)|pin|otp|m?tan|token|2fa|mfa|one[- ]time|einmal\p{L}{0,20}`,
)
/** Words that may stand beside a code. */
const HINTS = word(
  String.raw`v[eé]rif\p{L}{0,15}|confirm\p{L}{0,15}|best[äa]tig\p{L}{0,15}|sign(?:ing)?[- ]?(?:in|up)|log(?:ging)?[- ]?in|authenti\p{L}{0,15}|security|activat\p{L}{0,15}|enter|use`,
)
/** At the end of what stands before a code: nothing but these words and signs between. */
const DIRECT = new RegExp(
  `${CODE_WORDS.source}\\s{0,3}(?:is|ist|est|es|lautet|:|=|-|–|—|\\s){0,4}$`,
  'iu',
)
/** At the end of what stands before a number that is something else. */
const OTHER_NUMBER =
  /(?<![\p{L}\p{N}])(?:order|invoice|receipt|ref|reference|tracking|customer|ticket|case|item|article|bill|booking|flight|iban|vat|tax|suite|room|since|copyright|©|\(c\)|version|port|zip|post(?:al)?|area|country|promo\p{L}{0,10}|discount|coupon|voucher|error|status|card|account\s(?:no|number|ending)|ending)\.?(?:\s|no\.?|nr\.?|number|id|code|in|is|with|:|#){0,6}$/iu

const GROUPS = String.raw`(\d{3})[ \u00a0-](\d{3})(?![ -]?\d)`
const PREFIXED = String.raw`[A-Z]-(\d{4,8})`
const WHOLE = String.raw`([A-Za-z0-9]{4,8})`
/** Not a piece of a longer word, number, path, price, colour or option. */
const CANDIDATE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_#$€£¥/\\@+&=%-]|\p{N}[.,:])(?:${GROUPS}|${PREFIXED}|${WHOLE})(?![\p{L}\p{N}_%/\\@=€£$-]|[.,:]\p{N})`,
  'gu',
)

const CURRENCY = 'USD|EUR|GBP|CHF|JPY|kr|dollars?|euros?|pounds?'
/** What contains digits that are no code. */
const OTHER_THINGS = [
  /(?<![a-z0-9])(?:https?:\/\/|www\.)\S+/giu,
  /(?<![^\s@<>])[^\s@<>]+@[^\s@<>]+/gu,
  new RegExp(`(?:[$€£¥₹]|(?<!\\p{L})(?:${CURRENCY})\\.?)[ \u00a0]?\\d[\\d.,]{0,15}`, 'giu'),
  new RegExp(`(?<![\\d.,])\\d[\\d.,]{0,15}[ \u00a0]?(?:[$€£¥₹]|(?:${CURRENCY})(?!\\p{L}))`, 'giu'),
  /\+\d[\d ().-]{6,18}\d/gu,
  /\(\d{2,5}\)[\d .-]{5,14}\d/gu,
  /(?<!\d)\d{3}[ .-]\d{3}[ .-]\d{4}(?!\d)/gu,
  /(?<!\d)0\d{2,4} ?[/-] ?\d{4,8}(?!\d)/gu,
  /(?<!\p{L})(?:tel|phone|telephone|call|fax|mobile)(?!\p{L})[^\d\n]{0,15}\d[\d ().-]{5,18}/giu,
]

/** The codes of a mail, the likeliest first. */
export function findCodes(subject: string, text: string): string[] {
  const scores = new Map<string, number>()
  const add = (code: string, score: number) => {
    scores.set(code, Math.max(scores.get(code) ?? 0, score))
  }
  const lines = linesOf(text)
  for (const [index, line] of lines.entries()) {
    const above = lines.slice(Math.max(0, index - 2), index)
    for (const { code, score } of codesOf(line, above)) add(code, score)
  }
  for (const line of linesOf(subject)) {
    for (const { code, score } of codesOf(line, [])) add(code, score + 2)
  }
  return [...scores]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_CODES)
    .map(([code]) => code)
}

/** Lines that are not empty, without what contains digits that are no code. */
function linesOf(text: string): string[] {
  const styled = text.slice(0, MAX_CHARACTERS)
  const plain = styled.replace(/\{[^{}]*\}/g, (block) =>
    /[:;]\s/.test(block) && block.includes(';') ? ' ' : block,
  )
  const rest = OTHER_THINGS.reduce((line, other) => line.replace(other, ' | '), plain)
  return rest
    .split(/[\r\n]+/)
    .map((line) => line.trim().slice(0, MAX_LINE))
    .filter((line) => line !== '')
}

type Scored = { code: string; score: number }

function codesOf(line: string, above: readonly string[]): Scored[] {
  return [...line.matchAll(CANDIDATE)].flatMap((match) => {
    const [found, first, second, prefixed, whole] = match
    const code = prefixed ?? whole ?? `${first}${second}`
    if (!/\d/.test(code)) return []
    const before = line.slice(0, match.index)
    const after = line.slice(match.index + found.length)
    const isDirect = DIRECT.test(before.slice(-60)) && !OTHER_NUMBER.test(before.slice(-40))
    if (isTime(code) && !isDirect) return []
    const score =
      pointsForWords(before, after, above, isDirect) +
      (/[\p{L}\p{N}]/u.test(before + after) ? 0 : 3) +
      pointsForForm(found, code)
    return score < 0 ? [] : [{ code, score }]
  })
}

/** A year, or a day as eight digits. */
function isTime(code: string): boolean {
  return /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(code)
}

function pointsForWords(
  before: string,
  after: string,
  above: readonly string[],
  isDirect: boolean,
): number {
  if (isDirect) return 8
  if (OTHER_NUMBER.test(before.slice(-40))) return -8
  const near = [before.slice(-60), after.slice(0, 40)]
  if (near.some((text) => CODE_WORDS.test(text))) return 5
  if (near.some((text) => HINTS.test(text))) return 3
  return above.some((text) => CODE_WORDS.test(text)) ? 3 : 0
}

/** Names such as `utf8` have letters and digits too, and numbers in groups may be anything. */
function pointsForForm(found: string, code: string): number {
  if (found !== code || !/^\d+$/.test(code)) return -3
  return code.length === 6 ? 1 : 0
}
