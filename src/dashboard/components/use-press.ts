import { useState } from 'preact/hooks'

/** What a press starts, once at a time. */
export function usePress<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const press = (...args: Args) => {
    if (isBusy) return
    setBusy(true)
    void act(...args).finally(() => setBusy(false))
  }
  return { isBusy, press }
}
