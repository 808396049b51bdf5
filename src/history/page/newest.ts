import type { SessionAccount } from '../../contract/session/session.ts'
import { checkPageFile, PageFileError, type PageFile } from './page-file.ts'

/** The number of entries on one page of the list. */
export const NEWEST = 50

/** Less than this part of a page is worth to be carried twice. */
const SHARE = 1 / 4

/**
 * A page with the newest entries of its stories alone, as JSON: what is shown while the whole is read. Undefined where
 * that would not be much less, or no valid page by itself.
 */
export function toNewest(page: PageFile, json: string): string | undefined {
  const newest = shortened(page)
  const text = JSON.stringify(newest)
  return text.length < SHARE * json.length && isValid(newest) ? text : undefined
}

/** Is it what `toNewest` makes of this page? Anybody can have changed one of the two. */
export function isNewestOf(newest: PageFile, page: PageFile): boolean {
  return JSON.stringify(newest) === JSON.stringify(shortened(page))
}

function shortened(page: PageFile): PageFile {
  const stories = page.stories.map((story) => ({ ...story, accounts: story.accounts.map(shorten) }))
  return { ...page, stories }
}

function shorten(account: SessionAccount): SessionAccount {
  const newest = account.history.slice(-NEWEST)
  // The account that is shown first is the first one with a call.
  return newest.some(({ type }) => type === 'call') ? { ...account, history: newest } : account
}

/** A rewind, for one, is not without the entry that it leads to. */
function isValid(page: PageFile): boolean {
  try {
    checkPageFile(page)
    return true
  } catch (error) {
    if (error instanceof PageFileError) return false
    throw error
  }
}
