import { useState } from 'preact/hooks'

/** Splits a list into pages, so that a long list stays fast and does not jump while calls arrive. */
export function usePages<Item>(items: readonly Item[], size: number) {
  const [requested, turn] = useState(0)
  const pages = Math.max(1, Math.ceil(items.length / size))
  const page = Math.min(requested, pages - 1)
  return { page, pages, turn, visible: items.slice(page * size, (page + 1) * size) }
}

type PagerProps = { page: number; pages: number; turn: (page: number) => void; what: string }

/** Buttons for the other pages of a list. */
export function Pager({ page, pages, turn, what }: PagerProps) {
  if (pages === 1) return null
  return (
    <nav class="row pager" aria-label={`Pages of ${what}`}>
      <button type="button" data-quick disabled={page === 0} onClick={() => turn(page - 1)}>
        Previous
      </button>
      <span>
        Page {page + 1} of {pages}
      </span>
      <button type="button" data-quick disabled={page === pages - 1} onClick={() => turn(page + 1)}>
        Next
      </button>
    </nav>
  )
}
