import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

type FoldingCardProps = {
  id: string
  title: string
  /** How things stand, beside the title. */
  state: ComponentChildren
  /** Whether it starts folded on large screens, too. */
  isRare?: boolean
  children: ComponentChildren
}

/** A card that is folded to its head on a phone, so that all of them can be seen at once. */
export function FoldingCard({ id, title, state, isRare = false, children }: FoldingCardProps) {
  const [isOpen, setOpen] = useState(!isRare && matchMedia('(min-width: 740px)').matches)
  return (
    <section class="card folding" aria-labelledby={id}>
      <details open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>
          <h2 id={id}>{title}</h2>
          <span class="state">{state}</span>
        </summary>
        {isOpen && children}
      </details>
    </section>
  )
}
