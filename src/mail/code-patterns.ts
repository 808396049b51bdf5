import { UNSPACED } from './unspaced.ts'

// Patterns of the words around a code, and of numbers that are none. Texts come from outside: no pattern here looks at
// a character more than a fixed number of times.

/** Parts of words for a code, in the languages that are written most in such mails. */
const STEMS = 'code|kode|kod|kód|koodi|código|codigo|codice|codul|κωδικ|код|رمز|كود|קוד|कोड|รหัส'
/** Words for a code in languages in which no space ends a word. */
const UNSPACED_WORDS =
  'コード|認証番号|暗証番号|確認番号|ワンタイム|验证码|驗證碼|校验码|确认码|確認碼|动态码|动态密码|口令|인증번호|코드'
/** Names of numbers that are something else. */
const OTHER_NAMES = [
  'order|invoice|receipt|ref|reference|tracking|customer|ticket|case|item|article|bill|booking|flight',
  String.raw`bestell\p{L}{0,15}|(?:kunden|auftrags|mitglieds|vertrags)(?:nr|nummer)|rechnung\p{L}{0,15}`,
  String.raw`(?:account|member(?:ship)?)\s(?:no|number|id|ending)|ending|card|error|status|version|port`,
  'iban|bic|swift|vat|tax|amount|total|betrag',
  String.raw`promo\p{L}{0,10}|discount|coupon|voucher|gutschein\p{L}{0,10}|rabatt\p{L}{0,10}`,
  'suite|room|zip|plz|post(?:al|leitzahl)?|area|country',
  String.raw`since|copyright|©|\(c\)`,
].join('|')
/** Names of other numbers in languages in which no space ends a word. */
const UNSPACED_OTHER_NAMES = [
  String.raw`(?:注文|伝票|受付|会員|お客様|订单|訂單|快递|주문)\s?(?:番号|号|號|번호)?`,
  '電話|电话|郵便番号|邮编|邮政编码|우편번호',
  '(?:クーポン|割引|商品|エラー|优惠|折扣)(?:コード|码|碼)|优惠码|折扣码',
].join('|')
/** The text between such a name and its number. */
const LINK = String.raw`\.?(?:\s|no\.?|nr\.?|number|id|code|in|is|with|:|#){0,6}`
const UNSPACED_LINK = String.raw`\s?(?:は|为|是|[:：])?\s?`

const GROUPS = String.raw`(\d{3})[ \u00a0-](\d{3})|(\d{4})[ \u00a0-](\d{4})`
const PREFIXED = String.raw`[A-Z]-(\d{4,8})`
const WHOLE = String.raw`([A-Za-z0-9]{4,8}|[A-Z0-9]{3,4}-[A-Z0-9]{3,4})`
const CURRENCY = 'USD|EUR|GBP|CHF|JPY|kr|dollars?|euros?|pounds?'

type CodePatterns = ReturnType<typeof makePatterns>
let made: CodePatterns | undefined

/** Makes them on first use: that takes 3 of the 110 ms of a start, which mostly sees no mail. */
export function codePatterns(): CodePatterns {
  return (made ??= makePatterns())
}

function makePatterns() {
  const word = (words: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')
  const codeWord = word(
    String.raw`\p{L}{0,20}(?:${STEMS})\p{L}{0,6}|pass(?:code|word|wort)|pin|otp|m?tan|token|2fa|mfa|one[- ]time|einmal\p{L}{0,20}`,
  )
  const codeWords = `(?:${codeWord.source}|${UNSPACED_WORDS})`
  return {
    /** Words that stand beside a code. */
    codeWords: new RegExp(codeWords, 'iu'),
    /** Words that may stand beside a code. */
    hints: word(
      String.raw`v[eé]rif\p{L}{0,15}|confirm\p{L}{0,15}|best[äa]tig\p{L}{0,15}|sign(?:ing)?[- ]?(?:in|up)|log(?:ging)?[- ]?in|authenti\p{L}{0,15}|security|activat\p{L}{0,15}|enter|use`,
    ),
    /** At the end of what stands before a code: nothing but these words and signs between. */
    direct: new RegExp(
      `${codeWords}\\s{0,3}(?:is|ist|est|es|lautet|は|为|為|是|는|은|:|：|=|-|–|—|\\s){0,4}$`,
      'iu',
    ),
    /** At the start of what stands after one. */
    named: /^\s?(?:is|ist|est|es)\s/iu,
    /** The names of values in `code=482913`. */
    nameOfValue: new RegExp(`(?<![^\\s"'(,;])(${codeWords})=`, 'giu'),
    /** At the end of what stands before a number that is something else. */
    otherNumber: new RegExp(
      String.raw`(?:(?<![\p{L}\p{N}])(?:${OTHER_NAMES})${LINK}|(?:${UNSPACED_OTHER_NAMES})${UNSPACED_LINK})$`,
      'iu',
    ),
    /** As `otherNumber`, but in one sentence only: `the code for your account:` may stand above a code. */
    ofAccount: /(?<![\p{L}\p{N}])account\s(?:#\s?)?$/iu,
    /** At the end of what stands before the number of a house. */
    street: /(?:stra(?:ß|ss)e|str\.|street|avenue|road|weg|platz),?\s$/iu,
    /** At the end of what stands before a postal code, and at the start of what stands after one. */
    state: /[\s,][A-Z]{2},?\s$/u,
    place: /^\s\p{Lu}/u,
    /** Not a piece of a longer word, number, path, price, colour or option. */
    candidate: new RegExp(
      String.raw`(?<![\p{L}\p{N}_#$€£¥/\\@+&=%-]|\p{N}[.,:])(?:${GROUPS}|${PREFIXED}|${WHOLE})(?![\p{L}\p{N}_%/\\@=€£$-]|[.,:]\p{N})`,
      'gu',
    ),
    /** Digits in groups. They are one number, of which no part is a code. */
    run: /(?<!\d)\d+(?:[ \u00a0-]\d+)+/g,
    groupedCode: new RegExp(`^(?:${GROUPS})$`),
    /** Texts whose digits are no code. */
    otherThings: [
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
    ],
    /** The end of a sentence or a line. A dot after a short word, or `nr`, may be one of an abbreviation. */
    end: /[\r\n]+|(?<=\p{L}{4}(?<!nr)\.|\p{N}\.|[!?])\s+|(?<=[。！？])/u,
    unspacedPart: new RegExp(`[${UNSPACED}]+`, 'gu'),
  }
}
