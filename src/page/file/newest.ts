import { checkPageFile, PageFileError, type PageFile } from './page-file.ts'

/** As many as one page of the list has. */
export const NEWEST = 50

/**
 * What a page carries, with the newest entries of its stories alone: it is checked in a moment, and shown while the
 * rest is. Undefined where this part is not valid by itself.
 */
export function newestOf(content: unknown): PageFile | undefined {
  try {
    return checkPageFile(changeList(content, 'stories', toNewest))
  } catch (error) {
    if (error instanceof PageFileError) return undefined
    throw error
  }
}

function toNewest(story: unknown): unknown {
  return changeList(story, 'accounts', (account) => {
    const { history } = Object(account) as { history?: unknown }
    if (!Array.isArray(history)) return account
    const newest = history.slice(-NEWEST)
    // The account that is shown first is the first one with a call.
    const hasCall = newest.some((item) => (Object(item) as { type?: unknown }).type === 'call')
    return { ...(account as object), history: hasCall ? newest : history }
  })
}

/** A copy of a value with another list; the value itself if it has none. */
function changeList(value: unknown, key: string, change: (item: unknown) => unknown): unknown {
  const list = (Object(value) as Record<string, unknown>)[key]
  return Array.isArray(list) ? { ...(value as object), [key]: list.map(change) } : value
}
