import { signal } from '@preact/signals'

const query = matchMedia('(min-width: 1000px)')

/** Is there room for an opened entry and the panel beside the history? */
export const isWide = signal(query.matches)
query.addEventListener('change', ({ matches }) => (isWide.value = matches))
