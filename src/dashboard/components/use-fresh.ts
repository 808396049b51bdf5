import { useEffect, useRef, useState } from 'preact/hooks'

/** While calls stream in, a screen loads its content again this often at most. */
const PAUSE_MS = 1_000

/**
 * Loads what a screen shows: at once when `subject` changes, such as the account or a search, and at
 * most every second when only `change` does. Returns undefined until something of this subject arrived;
 * answers that arrive too late are left out.
 */
export function useFresh<Content>(
  load: (signal: AbortSignal) => Promise<Content | undefined>,
  subject: string,
  change: unknown,
): Content | undefined {
  const [loaded, setLoaded] = useState<{ subject: string; content: Content }>()
  const latest = useRef({
    subject: '',
    at: 0,
    started: 0,
    arrived: 0,
    leave: new AbortController(),
  })
  useEffect(() => {
    const state = latest.current
    if (state.subject !== subject) {
      state.leave.abort()
      state.leave = new AbortController()
      state.subject = subject
      state.at = -PAUSE_MS
    }
    const { signal } = state.leave
    const run = async () => {
      state.at = performance.now()
      const turn = (state.started += 1)
      const content = await load(signal)
      if (content === undefined || signal.aborted || turn < state.arrived) return
      state.arrived = turn
      setLoaded({ subject, content })
    }
    const wait = state.at + PAUSE_MS - performance.now()
    if (wait <= 0) return void run()
    const timer = setTimeout(() => void run(), wait)
    return () => clearTimeout(timer)
  }, [subject, change])
  useEffect(() => () => latest.current.leave.abort(), [])
  return loaded?.subject === subject ? loaded.content : undefined
}
