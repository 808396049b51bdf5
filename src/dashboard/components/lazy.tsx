import { signal } from '@preact/signals'
import type { ComponentChild, ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { connection } from '../state/connection.ts'
import { loadStyles } from './load-styles.ts'

const CANNOT_LOAD =
  'This part of the page cannot be loaded. The sandbox has stopped, or was replaced by another version.'

/** A part of the page in a file of its own. */
export type LazyPart<Props> = {
  (props: Props): preact.JSX.Element
  /** Loads the file, so that the part opens at once. */
  load: () => Promise<void>
}

/** A placeholder for a part until its file is loaded. */
type Placeholder = () => ComponentChild

const parts: LazyPart<never>[] = []

/** Makes a component whose file is loaded when it is first rendered, so that the page starts with little. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: Placeholder = Loading,
): LazyPart<Props> {
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
    // Again when the sandbox is back.
    useEffect(() => void loadOnce(), [connection.value])
    if (View) return <View {...props} />
    return isFailed.value ? <Missing /> : <>{meanwhile()}</>
  }
  const part = Object.assign(Part, { load: loadOnce })
  parts.push(part)
  return part
}

const IDLE_MS = 50

/** A part whose style sheet is a file of its own, too. */
export function styled<Props extends object>(
  styles: string,
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  return lazy(async () => (await Promise.all([load(), loadStyles(styles)]))[0])
}

/** Loads all parts one after another, so that each opens at once and none delays what is visible. */
export async function loadAll(): Promise<void> {
  // Parts within a part are added while it is loaded, and have their turn after it.
  for (const part of parts) {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    await part.load()
  }
}

function Loading() {
  return <p class="hint">Loading …</p>
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
