import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const HOW = 'A dimmed button says why it cannot work when you point at it or press it.'
const DISABLED = ':is(button, select)[aria-disabled="true"]'

/**
 * A place below buttons that says why one of them cannot work, as long as it is pointed at, has the focus
 * or was the last thing that was pressed. It always takes the same room; otherwise the `hint` stands
 * there, or how to learn the reason.
 */
export function Reasons({
  hint,
  children,
}: {
  hint?: string | undefined
  children: ComponentChildren
}) {
  const [reason, setReason] = useState('')
  const [isAnyDisabled, setAnyDisabled] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const source = useRef<Element | null>(null)
  const show = (target: EventTarget | null) => {
    const isHere = target instanceof Element && box.current?.contains(target) === true
    source.current = isHere ? target.closest(DISABLED) : null
    setReason(source.current ? reasonOf(source.current) : '')
  }
  const showFocused = () => show(box.current?.querySelector(':focus') ?? null)
  useEffect(() => {
    setAnyDisabled(box.current?.querySelector(DISABLED) !== null)
    // The button may work again while it is still pointed at.
    if (source.current?.matches(DISABLED) === false) setReason('')
  })
  useEffect(() => {
    if (reason === '') return undefined
    const press = ({ target }: Event) => show(target)
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [reason === ''])
  return (
    <div
      ref={box}
      onPointerOver={({ target }) => show(target)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && showFocused()}
      onFocusIn={({ target }) => show(target)}
      onFocusOut={({ relatedTarget }) => show(relatedTarget)}
      onClick={({ target }) => show(target)}
      onKeyDown={({ key }) => key === 'Escape' && show(null)}
    >
      {children}
      <p class="hint reason" aria-hidden={reason !== ''}>
        {reason || hint || (isAnyDisabled ? HOW : '')}
      </p>
    </div>
  )
}

/** With the name of what cannot work, since the place may be far from it. */
function reasonOf(element: Element): string {
  const name =
    element instanceof HTMLSelectElement
      ? element.labels[0]?.querySelector('span')?.textContent
      : (element.getAttribute('aria-label') ?? element.textContent)
  return `“${name ?? ''}”: ${element.getAttribute('title') ?? ''}`
}
