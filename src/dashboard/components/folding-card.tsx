import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

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
  const card = useRef<HTMLElement>(null)
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    // Content that opens at the lower end of the window would stand below it.
    if (isOpen && !wasOpen.current) card.current?.scrollIntoView({ block: 'nearest' })
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <section ref={card} class="card folding" aria-labelledby={id}>
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
