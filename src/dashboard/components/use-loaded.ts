import { useEffect, useRef, useState } from 'preact/hooks'
import { read } from '../state/client.ts'
import { oneAtATime } from '../state/one-at-a-time.ts'

/**
 * Loads the content of a part of the page: at first, and whenever `key` changes. What was loaded before stays until
 * the answer is there.
 */
export function useLoaded<Content>(load: () => Promise<Content>, key: string): Content | undefined {
  const [content, setContent] = useState<Content>()
  const newest = useRef(load)
  newest.current = load
  const again = useRef(
    oneAtATime(async () => {
      const loaded = await read(() => newest.current())
      if (loaded !== undefined) setContent(() => loaded)
    }),
  )
  useEffect(() => void again.current(), [key])
  return content
}
