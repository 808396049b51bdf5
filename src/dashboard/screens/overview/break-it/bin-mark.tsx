/** A waste bin. The button around it has the words. */
export function BinMark() {
  return (
    <svg class="bin" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path d="M2.5 4.5h13M7 4.5V2.5h4v2M4 4.5l1 11h8l1-11M7.5 7.5v5M10.5 7.5v5" />
    </svg>
  )
}
