/** What tests read in mails: codes to type in, and links to follow. */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (all, ten, hex, name) => {
      const code = ten ? Number(ten) : hex ? parseInt(String(hex), 16) : undefined
      if (code === undefined) return ENTITIES[String(name).toLowerCase()] ?? all
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )
}

/** The text of HTML: a line for each block, without styles and scripts. */
export function toPlainText(html: string): string {
  const text = html
    .replace(/<(style|script)\b[^<>]*>[^]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:br|\/?(?:p|div|tr|li|h[1-6]|table|ul|ol))\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
  return decoded(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** 4 to 8 digits, or capitals with digits, that stand by themselves: no part of a word, a number, a price or a link. */
const CODE =
  /(?<![\w@#/.,:+$€£¥-]|[$€£¥+]\s|\d\s)(?:\d{4,8}|\d{3}[ -]\d{3}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{4,8})(?![\w@/%-]|[.,:]\d|\s?[€£¥%])/g
const NAMES = /\b(?:code|pin|otp|passcode|password|verif\w*|confirm\w*|token|one-time)\b/i
const YEAR = /^(?:19|20)\d\d$/
/** How near to its name a code stands, in characters; the nearer, the likelier. */
const NEAR = [20, 60]

/** A code stands near the beginning; so many characters are searched, and so many codes and links told. */
const SEARCHED = 20_000
const MOST = 100

/** The codes in a mail, the likeliest first: near a word for a code, then on a line of their own, then any other. */
export function codesIn(subject: string, text: string): string[] {
  const ranks = new Map<string, number>()
  const searched = text.slice(0, SEARCHED).replace(/https?:\/\/\S+/gi, ' ')
  for (const line of `${subject}\n${searched}`.split('\n')) {
    for (const { 0: code, index } of line.matchAll(CODE)) {
      const isNamed = (by: number) =>
        NAMES.test(line.slice(Math.max(0, index - by), index + code.length + by))
      const isAlone = line.trim() === code
      const rank = NEAR.filter(isNamed).length * 4 + (isAlone ? 2 : 0) - (YEAR.test(code) ? 3 : 0)
      const plain = code.replace(/[ -]/, '')
      if (rank >= 0) ranks.set(plain, Math.max(rank, ranks.get(plain) ?? 0))
    }
  }
  const likeliest = [...ranks].toSorted(([, a], [, b]) => b - a).slice(0, MOST)
  return likeliest.map(([code]) => code)
}

/** Longer ones are cut. */
const LINK = /https?:\/\/[^\s<>"'`]{1,2000}/gi
const HREF = /<a\b[^<>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/** The links in a mail, each once, in their order. */
export function linksIn(text: string, html: string): string[] {
  const inText = [...text.matchAll(LINK)].map(([link]) => link.replace(/[.,;:!?)\]]+$/, ''))
  const inHtml = [...html.matchAll(HREF)]
    .map(([, one = '', other = '']) => decoded(one || other).trim())
    .filter((link) => /^https?:\/\//i.test(link))
  return [...new Set([...inText, ...inHtml])].slice(0, MOST)
}
