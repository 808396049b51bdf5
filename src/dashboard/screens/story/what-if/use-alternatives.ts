import { useEffect, useState } from 'preact/hooks'
import { SandboxError } from '../../../../client/error.ts'
import { client, lock } from '../../../state/client.ts'
import type { Alternatives, HistoryCall } from '../../../state/types.ts'

/** What a call would have been answered otherwise: null while it loads, or why it cannot be told. */
export type Loaded = Alternatives | { failure: string } | null

/** Loads the other answers of a call once somebody wants to see them. */
export function useAlternatives(call: HistoryCall, isOpen: boolean) {
  const [loaded, setLoaded] = useState<Loaded>(null)
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    if (!isOpen) return undefined
    let isCurrent = true
    setLoaded(null)
    void load(call).then((found) => isCurrent && setLoaded(found))
    return () => {
      isCurrent = false
    }
  }, [isOpen, attempt])
  return { loaded, retry: () => setAttempt(attempt + 1) }
}

async function load({ account, id }: HistoryCall): Promise<Loaded> {
  try {
    return await client.value.alternatives(account, id, { outcomes: true })
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    return { failure: error.message }
  }
}
