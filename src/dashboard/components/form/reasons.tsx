import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const HOW = 'What cannot work now is paler: point at it, or press it, to see why.'
const DISABLED = 'button[aria-disabled="true"]'

/**
 * A place below buttons that says why one of them cannot work, when it is pointed at, focused or
 * pressed. It always takes the same room; otherwise the `hint` stands there, or how to learn the reason.
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
  const show = ({ target }: Event) => {
    source.current = target instanceof Element ? target.closest(DISABLED) : null
    setReason(source.current?.getAttribute('title') ?? '')
  }
  useEffect(() => {
    setAnyDisabled(box.current?.querySelector(DISABLED) !== null)
    // The button may work again while it is still pointed at.
    if (source.current?.matches(DISABLED) === false) setReason('')
  })
  return (
    <div ref={box} onPointerOver={show} onFocusIn={show} onClick={show}>
      {children}
      <p class="hint reason" aria-hidden={reason !== ''}>
        {reason || hint || (isAnyDisabled ? HOW : 'All of these work now.')}
      </p>
    </div>
  )
}
