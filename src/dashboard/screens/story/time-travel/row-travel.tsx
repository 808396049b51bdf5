import { signal, useComputed } from '@preact/signals'
import { storySentence } from '../../../state/travel/story-sentence.ts'
import type { Entry } from '../../../state/types.ts'
import { goBackTo, isStart, whyNot } from './travel.ts'

/** The lines of the list that the pointer is over and that have the focus. */
const pointed = signal<string | null>(null)
const focused = signal<string | null>(null)

/** Listeners of the list: the line in question offers its button, and the others stay light. */
export const pointing = {
  onPointerOver: ({ target }: Event) => set(pointed, target),
  onPointerLeave: () => set(pointed, null),
  onFocusIn: ({ target }: Event) => set(focused, target),
  onFocusOut: ({ relatedTarget }: FocusEvent) => set(focused, relatedTarget),
}

function set(line: typeof pointed, target: EventTarget | null): void {
  line.value = lineAt(target)
}

function lineAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null
  return target.closest('li')?.querySelector('[data-entry]')?.getAttribute('data-entry') ?? null
}

/** The button of a line that is pointed at or has the focus. */
export function RowTravel({ item }: { item: Entry }) {
  const { id } = item
  const isMeant = useComputed(() => pointed.value === id || focused.value === id)
  if (!isMeant.value || whyNot(item) !== undefined) return null
  const what = storySentence(item).slice(0, 200)
  const before = isStart(item) ? 'the start' : `before “${what}”`
  return (
    <span class="row-travel">
      <button type="button" aria-label={`Go back to ${before}`} onClick={() => goBackTo(item)}>
        Go back
      </button>
    </span>
  )
}
