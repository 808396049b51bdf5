type PagerProps = { page: number; pages: number; turn: (page: number) => void; what: string }

/** Buttons for the other pages of a list. */
export function Pager({ page, pages, turn, what }: PagerProps) {
  if (pages === 1) return null
  return (
    <nav class="row" aria-label={`Pages of ${what}`}>
      <button type="button" disabled={page === 0} onClick={() => turn(page - 1)}>
        Previous
      </button>
      <span>
        Page {page + 1} of {pages}
      </span>
      <button type="button" disabled={page === pages - 1} onClick={() => turn(page + 1)}>
        Next
      </button>
    </nav>
  )
}
