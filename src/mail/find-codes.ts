import { UNSPACED } from './unspaced.ts'

/**
 * Finds what is a code to type in: 4 to 8 digits, or letters and digits, that stand by themselves, and that the mail
 * shows to be one: by the words beside it, or by a line of its own. Each candidate gets points for that, and the one
 * with the most is the first; one without any is left out, since a wrong code is worse than none. Texts come from
 * outside: no pattern here looks at a character more than a fixed number of times.
 */

const MAX_CHARACTERS = 100_000
const MAX_LINE = 2_000
const MAX_CODES = 10

const word = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')

const STEMS = 'code|kode|kod|kód|koodi|código|codigo|codice|codul|κωδικ|код|رمز|كود|קוד|कोड|รหัส'
/** The same where no space ends a word. */
const UNSPACED_WORDS =
  'コード|認証番号|暗証番号|確認番号|ワンタイム|验证码|驗證碼|校验码|确认码|確認碼|动态码|动态密码|口令|인증번호|코드'
/** Words that stand beside a code, in the languages that are written most in such mails. */
const CODE_WORDS = new RegExp(
  `(?:${
    word(
      String.raw`\p{L}{0,20}(?:${STEMS})\p{L}{0,6}|pass(?:code|word|wort)|pin|otp|m?tan|token|2fa|mfa|one[- ]time|einmal\p{L}{0,20}`,
    ).source
  }|${UNSPACED_WORDS})`,
  'iu',
)
/** Words that may stand beside a code. */
const HINTS = word(
  String.raw`v[eé]rif\p{L}{0,15}|confirm\p{L}{0,15}|best[äa]tig\p{L}{0,15}|sign(?:ing)?[- ]?(?:in|up)|log(?:ging)?[- ]?in|authenti\p{L}{0,15}|security|activat\p{L}{0,15}|enter|use`,
)
/** At the end of what stands before a code: nothing but these words and signs between. */
const DIRECT = new RegExp(
  `${CODE_WORDS.source}\\s{0,3}(?:is|ist|est|es|lautet|は|为|為|是|는|은|:|：|=|-|–|—|\\s){0,4}$`,
  'iu',
)
/** At the start of what stands after one. */
const NAMED = /^\s?(?:is|ist|est|es)\s/iu
/** At the end of what stands before a number that is something else. */
const OTHER_NUMBER = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:order|invoice|receipt|ref|reference|tracking|customer|ticket|case|item|article|bill|booking|flight|iban|bic|swift|vat|tax|suite|room|since|copyright|©|\(c\)|version|port|zip|plz|post(?:al|leitzahl)?|area|country|promo\p{L}{0,10}|discount|coupon|voucher|gutschein\p{L}{0,10}|rabatt\p{L}{0,10}|amount|total|betrag|bestell\p{L}{0,15}|(?:kunden|auftrags|mitglieds|vertrags)(?:nr|nummer)|rechnung\p{L}{0,15}|error|status|card|(?:account|member(?:ship)?)\s(?:no|number|id|ending)|ending)\.?(?:\s|no\.?|nr\.?|number|id|code|in|is|with|:|#){0,6}|(?:注文|伝票|受付|会員|お客様|订单|訂單|快递|주문)\s?(?:番号|号|號|번호)?|電話|电话|郵便番号|邮编|邮政编码|우편번호|(?:クーポン|割引|商品|エラー|优惠|折扣)(?:コード|码|碼)|优惠码|折扣码)\s?(?:は|为|是|[:：])?\s?$`,
  'iu',
)
/** The same in one sentence only: `the code for your account:` may stand above a code. */
const OF_ACCOUNT = /(?<![\p{L}\p{N}])account\s(?:#\s?)?$/iu
/** At the end of what stands before a postal code or the number of a house, and at the start of what stands after it. */
const STREET = /(?:stra(?:ß|ss)e|str\.|street|avenue|road|weg|platz),?\s$/iu
const STATE = /[\s,][A-Z]{2},?\s$/u
const PLACE = /^\s\p{Lu}/u

const GROUPS = String.raw`(\d{3})[ \u00a0-](\d{3})|(\d{4})[ \u00a0-](\d{4})`
const PREFIXED = String.raw`[A-Z]-(\d{4,8})`
const WHOLE = String.raw`([A-Za-z0-9]{4,8}|[A-Z0-9]{3,4}-[A-Z0-9]{3,4})`
/** Not a piece of a longer word, number, path, price, colour or option. */
const CANDIDATE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_#$€£¥/\\@+&=%-]|\p{N}[.,:])(?:${GROUPS}|${PREFIXED}|${WHOLE})(?![\p{L}\p{N}_%/\\@=€£$-]|[.,:]\p{N})`,
  'gu',
)
/** Digits in groups. They are one number, of which no part is a code. */
const RUN = /(?<!\d)\d+(?:[ \u00a0-]\d+)+/g
const GROUPED_CODE = new RegExp(`^(?:${GROUPS})$`)

const CURRENCY = 'USD|EUR|GBP|CHF|JPY|kr|dollars?|euros?|pounds?'
/** What contains digits that are no code. */
const OTHER_THINGS = [
  /(?<![a-z0-9])(?:https?:\/\/|www\.)\S+/giu,
  /(?<![^\s@<>])[^\s@<>]+@[^\s@<>]+/gu,
  new RegExp(`(?:[$€£¥₹]|(?<!\\p{L})(?:${CURRENCY})\\.?)[ \u00a0]?\\d[\\d.,]{0,15}`, 'giu'),
  new RegExp(
    `(?<![\\d.,])\\d[\\d.,]{0,15}[ \u00a0]?(?:[$€£¥₹円元원]|(?:${CURRENCY})(?!\\p{L}))`,
    'giu',
  ),
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu, // an IBAN
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

/** The end of a sentence or a line. A dot after a short word, or `nr`, may be one of an abbreviation. */
const END = /[\r\n]+|(?<=\p{L}{4}(?<!nr)\.|\p{N}\.|[!?])\s+|(?<=[。！？])/u
/** The names of values in `code=482913`. */
const NAME_OF_VALUE = new RegExp(`(?<![^\\s"'(,;])(${CODE_WORDS.source})=`, 'giu')
const UNSPACED_PART = new RegExp(`[${UNSPACED}]+`, 'gu')

/** Sentences and lines that are not empty, without what contains digits that are no code. */
function sentencesOf(text: string): string[] {
  const styled = text.slice(0, MAX_CHARACTERS)
  const plain = styled.replace(/\{[^{}]*\}/g, (block) =>
    /[:;]\s/.test(block) && block.includes(';') ? ' ' : block,
  )
  const rest = OTHER_THINGS.reduce((line, other) => line.replace(other, ' | '), plain)
    .replace(RUN, (run) => (GROUPED_CODE.test(run) ? run : ' | '))
    .replace(NAME_OF_VALUE, '$1: ')
    .replace(UNSPACED_PART, ' $& ')
  return rest
    .split(END)
    .map((sentence) => sentence.trim().slice(0, MAX_LINE))
    .filter((sentence) => sentence !== '')
}

type Scored = { code: string; score: number }

function codesOf(sentence: string, above: readonly string[]): Scored[] {
  return [...sentence.matchAll(CANDIDATE)].flatMap((match) => {
    const [found, first, second, third, fourth, prefixed, whole] = match
    const code = prefixed ?? whole ?? `${first ?? third}${second ?? fourth}`
    if (!/\d/.test(code)) return []
    const before = sentence.slice(0, match.index)
    const after = sentence.slice(match.index + found.length)
    const isAlone = !/[\p{L}\p{N}]/u.test(before + after)
    // What a number is called may stand on the line above it.
    const beside = isAlone ? `${above.at(-1) ?? ''} ` : before
    if (OTHER_NUMBER.test(beside.slice(-40)) || OF_ACCOUNT.test(before.slice(-40))) return []
    const isDirect = DIRECT.test(before.slice(-60))
    const isNamed = isDirect || NAMED.test(after)
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
  const isAfterPlace = [STREET, STATE].some((words) => words.test(before.slice(-20)))
  return /^\d{4,5}$/.test(code) && (PLACE.test(after) || isAfterPlace)
}

function pointsForWords(
  before: string,
  after: string,
  above: readonly string[],
  isDirect: boolean,
): number {
  if (isDirect) return 8
  const near = [before.slice(-60), after.slice(0, 40)]
  if (near.some((text) => CODE_WORDS.test(text))) return 5
  if (near.some((text) => HINTS.test(text))) return 3
  return above.some((text) => CODE_WORDS.test(text)) ? 3 : 0
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
