import type { Alias } from '../../../contract/shapes.ts'
import { parseQuery } from '../../../core/calls/list-request.ts'
import { aliasesIn, isLaterPage, without, withPage, type Page } from '../change.ts'
import { always, type LieInRun, type LieRow, type LieRows } from '../lie.ts'

const isLast = ({ next_cursor }: Page) => next_cursor === null

/** Lies about pages: they change the answers to lists. */
const rows: Readonly<Record<string, Omit<LieRow, 'outcomes'>>> = {
  list_second_page_empty: {
    does: 'answers each page after the first one with no aliases',
    harm: 'Users with many aliases see only the first page of them, as if the others were gone.',
    test: 'list an account with 250 aliases (many_pages), and expect all 250.',
    worth: 1,
    begin: always(
      withPage((page, call) =>
        isLaterPage(call) && page.aliases.length > 0 ? { ...page, aliases: [] } : undefined,
      ),
    ),
  },
  list_ends_early: {
    does: 'says that a page is the last one although more follow',
    harm: 'Users with many aliases see only some of them, and an import leaves the others out.',
    test: 'list an account with 250 aliases (many_pages), and expect all 250.',
    worth: 1,
    begin: always(
      withPage((page) =>
        isLast(page) ? undefined : { ...page, next_cursor: null, has_more: false },
      ),
    ),
  },
  list_cursor_repeated: {
    does: 'answers with the cursor that it was sent, for ever',
    harm: 'The client loads the same page for ever, uses up the burst limit and never shows a list.',
    test: 'list an account with 250 aliases (many_pages), and expect each id once, within a time limit.',
    worth: 1,
    begin: always(
      withPage((page, { request }) => {
        const sent = parseQuery(request.query).get('last_key')?.[0]
        return sent === undefined || sent === ''
          ? undefined
          : { ...page, next_cursor: sent, has_more: true }
      }),
    ),
  },
  list_cursor_null_early: {
    does: 'says has_more true with next_cursor null although more pages follow',
    harm: 'The client starts again at the first page, or stops and shows only a part of the aliases.',
    test: 'list an account with 250 aliases (many_pages), and expect all 250, each id once.',
    worth: 1,
    begin: always(withPage((page) => (isLast(page) ? undefined : { ...page, next_cursor: null }))),
  },
  list_cursor_missing: {
    does: 'leaves out next_cursor although more pages follow',
    harm: 'The client sends the word undefined as a cursor, or shows only a part of the aliases.',
    test: 'list an account with 250 aliases (many_pages), and expect all 250, each id once.',
    worth: 2,
    begin: always(withPage((page) => (isLast(page) ? undefined : without(page, 'next_cursor')))),
  },
  list_last_cursor_missing: {
    does: 'leaves out next_cursor on the last page, where it should be null',
    harm: 'A client that compares with null starts again at the first page, and may never stop.',
    test: 'list an account with one page, and expect each id once and no further request.',
    worth: 2,
    doubt: 'missing_is_null',
    begin: always(withPage((page) => (isLast(page) ? without(page, 'next_cursor') : undefined))),
  },
  list_alias_missing: {
    does: 'leaves out the last alias of each page',
    harm: 'Users do not find some of their aliases, and an import or a copy lacks them.',
    test: 'list an account with 250 aliases (many_pages), and expect all 250.',
    worth: 1,
    begin: always(
      withPage((page) =>
        page.aliases.length === 0 ? undefined : { ...page, aliases: page.aliases.slice(0, -1) },
      ),
    ),
  },
  list_has_more_always: {
    does: 'says has_more true on the last page, too',
    harm: 'A client that goes by has_more asks for pages that do not exist and may never stop.',
    test: 'list an account with one page, and expect each id once and no further request.',
    worth: 2,
    doubt: 'other_signal',
    begin: always(withPage((page) => (isLast(page) ? { ...page, has_more: true } : undefined))),
  },
  list_has_more_never: {
    does: 'says has_more false although more pages follow',
    harm: 'A client that goes by has_more shows only the first page of the aliases.',
    test: 'list an account with 250 aliases (many_pages), and expect all 250.',
    worth: 2,
    doubt: 'other_signal',
    begin: always(withPage((page) => (isLast(page) ? undefined : { ...page, has_more: false }))),
  },
  list_has_more_missing: {
    does: 'leaves out has_more',
    harm: 'A client that goes by has_more shows only the first page of the aliases.',
    test: 'list an account with 250 aliases (many_pages), and expect all 250.',
    worth: 3,
    doubt: 'other_signal',
    begin: always(withPage((page) => without(page, 'has_more'))),
  },
  list_alias_repeated: {
    does: 'begins each page after the first one with the last alias of the page before',
    harm: 'Users see an alias twice, and a count of aliases or a copy of the list is wrong.',
    test: 'list an account with 250 aliases (many_pages), and expect each id once.',
    worth: 2,
    begin: repeatAcrossPages,
  },
}

export const pagingLies: LieRows = Object.fromEntries(
  Object.entries(rows).map(([id, row]) => [id, { ...row, outcomes: ['listed'] }]),
)

function repeatAcrossPages(): LieInRun {
  const lastOf = new Map<string, Alias>()
  let before: Alias | undefined
  return {
    see(call) {
      if (call.result.outcome !== 'listed') return
      const { name } = call.account
      before = isLaterPage(call) ? lastOf.get(name) : undefined
      const last = aliasesIn(call).at(-1)
      if (last) lastOf.set(name, last)
    },
    answer: withPage((page) => before && { ...page, aliases: [before, ...page.aliases] }),
  }
}
