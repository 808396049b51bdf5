import { entities } from './entities.ts'

/** The text that somebody would read in HTML, and where its links lead, in order. */
type HtmlContent = { text: string; links: string[] }

/** The rest of the content is not read. */
const MAX_CHARACTERS = 1_000_000

/** Elements whose content nobody sees. */
const UNSEEN = new Set(['head', 'script', 'style', 'template', 'title'])
/** Elements that stand on lines of their own. Cells are among them: a code often has a cell to itself. */
const LINES = new Set(
  'address article blockquote br center dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
)

const NAME = /\/?([a-z][a-z0-9]{0,20})/iy
const HREF = /(?<![\w-])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i

/** Reads HTML from left to right, each character once or twice, however broken it is. */
export function readHtml(source: string): HtmlContent {
  const html = source.slice(0, MAX_CHARACTERS)
  const text: string[] = []
  const links: string[] = []
  const withoutEnd = new Set<string>()
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    text.push(toText(html.slice(at, open === -1 ? html.length : open)))
    if (open === -1) break
    NAME.lastIndex = open + 1
    const name = NAME.exec(html)?.[1]?.toLowerCase()
    if (name === undefined) {
      at = afterMarkup(html, open)
      if (at === open + 1) text.push('<')
      continue
    }
    const isEnd = html[open + 1] === '/'
    at = afterTag(html, open)
    if (LINES.has(name)) text.push('\n')
    if (name === 'a' && !isEnd) links.push(...hrefOf(html.slice(open, at)))
    if (UNSEEN.has(name) && !isEnd && !withoutEnd.has(name)) {
      const end = new RegExp(`</${name}`, 'gi')
      end.lastIndex = at
      const found = end.exec(html)
      if (found) at = found.index
      else withoutEnd.add(name)
    }
  }
  return { text: text.join(''), links }
}

/** After a comment or a declaration; after the sign itself if it is neither. */
function afterMarkup(html: string, open: number): number {
  if (html.startsWith('<!--', open)) {
    const end = html.indexOf('-->', open + 4)
    return end === -1 ? html.length : end + 3
  }
  if (!/[!?/]/.test(html.charAt(open + 1))) return open + 1
  const end = html.indexOf('>', open)
  return end === -1 ? html.length : end + 1
}

/** After the tag; a sign in quotes does not end it. */
function afterTag(html: string, open: number): number {
  let quote = ''
  for (let at = open + 1; at < html.length; at += 1) {
    const sign = html.charAt(at)
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '>') {
      return at + 1
    } else if (sign === '"' || sign === "'") {
      quote = sign
    }
  }
  return html.length
}

/** As a browser reads it: without line ends, and with its spaces encoded. */
function hrefOf(tag: string): string[] {
  const found = HREF.exec(tag)
  if (!found) return []
  const target = decodeEntities(found[1] ?? found[2] ?? found[3] ?? '').trim()
  return [target.replaceAll(/[\t\r\n]/g, '').replaceAll(/\s/g, encodeURIComponent)]
}

function toText(html: string): string {
  return decodeEntities(html.replace(/\s+/g, ' '))
}

/** The names that mails have, and numbers; other names stay as they are. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? whole
      return toCharacter(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal))
    },
  )
}

/** As HTML says: numbers from 128 to 159 are meant as in Windows, and what is no character is shown as one. */
function toCharacter(point: number): string {
  if (point >= 0x80 && point <= 0x9f) return WINDOWS.charAt(point - 0x80)
  const isNone = point === 0 || point > 0x10_ff_ff || (point >= 0xd8_00 && point <= 0xdf_ff)
  return isNone ? '\ufffd' : String.fromCodePoint(point)
}

const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
