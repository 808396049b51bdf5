import { useEffect, useRef, useState } from 'preact/hooks'

/** The width of an element, in pixels; 0 until it is known. */
export function useWidth<Measured extends Element>() {
  const element = useRef<Measured>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const measured = element.current
    if (!measured) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}
