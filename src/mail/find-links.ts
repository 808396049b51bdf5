import { UNSPACED } from './unspaced.ts'

const MAX_LINKS = 200
const MAX_CHARACTERS = 1_000_000
const MAX_LENGTH = 8_000

/** In a text an address is ASCII where words have no spaces between them; else nobody could tell where it ends. */
const ADDRESS = new RegExp(`(?<![a-z0-9])https?://[^\\s<>"'\`{}|\\\\^“”„«»‹›${UNSPACED}]+`, 'giu')

/**
 * The addresses of the web in a mail, each once: those that stand in its text, then those that its HTML links
 * to. If the text is only what the HTML shows, the links come first, since one that is shown may be shortened.
 */
export function findLinks(text: string, linked: readonly string[], isOwnText: boolean): string[] {
  const shown = [...text.slice(0, MAX_CHARACTERS).matchAll(ADDRESS)].map(([found]) =>
    trimEnd(found),
  )
  const web = linked.filter((link) => /^https?:\/\/[^\s]+$/i.test(link))
  const all = isOwnText ? [...shown, ...web] : [...web, ...shown]
  return [...new Set(all.filter((link) => link.length <= MAX_LENGTH))].slice(0, MAX_LINKS)
}

/** Without what ends the sentence around it. As many brackets close at the end as are open there. */
function trimEnd(link: string): string {
  let end = link.length
  let loose = link.split(')').length - link.split('(').length
  while (end > 0) {
    const last = link.charAt(end - 1)
    if (last === ')' && loose > 0) loose -= 1
    else if (!/[.,;:!?*\]]/.test(last)) break
    end -= 1
  }
  return link.slice(0, end)
}
