import { useEffect, useRef, useState } from 'preact/hooks'

/** While calls stream in, a screen loads its content again this often at most. */
const PAUSE_MS = 1_000

/** The content of a screen, kept while other screens are open. */
export type StoredContent<Content> = { account: string; content: Content | undefined }

/** How a screen loads its content, and when it does so again. */
export type ContentLoading<Content> = {
  load: (signal: AbortSignal) => Promise<Content | undefined>
  /** The account; nothing of another one is shown. */
  account: string
  /** The text of a search, for example. A change of it counts at once. */
  query?: string
  /** A change of this counts at most every second. */
  change: unknown
  /** Shown at once when the screen opens again, until the answer arrives. */
  stored?: StoredContent<Content>
}

/**
 * Loads what a screen shows. Until the answer for a new query arrives, the one before stays; answers that
 * arrive in the wrong order are left out.
 */
export function useFresh<Content>({
  load,
  account,
  query = '',
  change,
  stored = { account: '', content: undefined },
}: ContentLoading<Content>): Content | undefined {
  const [loaded, setLoaded] = useState(stored)
  const subject = `${account} ${query}`
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
      const content = await unlessLeft(load, signal)
      if (content === undefined || signal.aborted || turn < state.arrived) return
      state.arrived = turn
      Object.assign(stored, { account, content })
      setLoaded({ account, content })
    }
    const wait = state.at + PAUSE_MS - performance.now()
    if (wait <= 0) return void run()
    const timer = setTimeout(() => void run(), wait)
    return () => clearTimeout(timer)
  }, [subject, change])
  useEffect(() => () => latest.current.leave.abort(), [])
  return loaded.account === account ? loaded.content : undefined
}

/** A request that nobody waits for any more ends without a result. */
async function unlessLeft<Content>(
  load: ContentLoading<Content>['load'],
  signal: AbortSignal,
): Promise<Content | undefined> {
  try {
    return await load(signal)
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
