import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'

/** Why a file of the page does not arrive. */
export const CANNOT_LOAD =
  'This part of the page cannot be loaded. The sandbox has stopped, or was replaced by another version.'

/** A part of the page in a file of its own. */
export type Lazy<Props> = {
  (props: Props): preact.JSX.Element
  /** Loads the file, so that the part opens at once. */
  load: () => Promise<void>
}

/** Makes a component whose file is loaded when it is first rendered, so that the page starts with little. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  const loaded = signal<ComponentType<Props> | null>(null)
  const isFailed = signal(false)
  const loadOnce = async () => {
    if (loaded.value) return
    try {
      loaded.value = await load()
      isFailed.value = false
    } catch {
      // The browser says only that the file could not be loaded; the page offers the remedy.
      isFailed.value = true
    }
  }
  const Part = (props: Props) => {
    const View = loaded.value
    useEffect(() => void loadOnce(), [])
    if (View) return <View {...props} />
    return isFailed.value ? <Missing /> : <p class="hint">Loading …</p>
  }
  return Object.assign(Part, { load: loadOnce })
}

function Missing() {
  return (
    <p role="alert">
      {CANNOT_LOAD}{' '}
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  )
}
