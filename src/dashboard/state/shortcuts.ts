import { signal } from '@preact/signals'
import { keep, recall } from './browser/stored.ts'

/** All shortcuts, as the list of `?` shows them. */
export const shortcuts = [
  { keys: ['?'], does: 'Show this list' },
  { keys: ['1', '…', '7'], does: 'Open a screen, in the order of the navigation' },
  { keys: ['/'], does: 'Go to the search of the screen' },
  { keys: ['j', '↓'], does: 'Next entry of the story' },
  { keys: ['k', '↑'], does: 'Previous entry of the story' },
  { keys: ['Enter'], does: 'Open the entry' },
  { keys: ['Escape'], does: 'Close the entry' },
  { keys: ['Ctrl Z', '⌘ Z'], does: 'Undo the last action' },
] as const

const STORED = 'alias-sandbox-shortcuts'

/** Whether single keys do something; speech input can press them by mistake, so they can be turned off. */
export const areKeysOn = signal(recall(STORED) !== 'off')

export function turnKeys(isOn: boolean): void {
  areKeysOn.value = isOn
  keep(STORED, isOn ? 'on' : 'off')
}

/** Handles a key; the browser's own reaction is prevented. */
type Handler = () => void
const handlers = new Map<string, Handler[]>()

/** `Ctrl Z` and `⌘ Z`. */
export const UNDO = 'undo'

/** Handles some keys until the returned function is called; the latest handler of a key wins. */
export function onKeys(bindings: Readonly<Record<string, Handler>>): () => void {
  for (const [key, handler] of Object.entries(bindings)) {
    handlers.set(key, [...(handlers.get(key) ?? []), handler])
  }
  return () => {
    for (const [key, handler] of Object.entries(bindings)) {
      const rest = (handlers.get(key) ?? []).filter((each) => each !== handler)
      handlers.set(key, rest)
    }
  }
}

/** Listens for shortcuts as long as the page is open. */
export function listenForKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const handler = handlers.get(nameOf(event))?.at(-1)
    if (!handler) return
    event.preventDefault()
    const isHeld = event.repeat && nameOf(event) === UNDO
    if (!isHeld) handler()
  })
}

/** The name of what is pressed; empty if it is no shortcut. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey) return ''
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' && !shiftKey ? UNDO : ''
  return key.length > 1 || areKeysOn.value ? key : ''
}

/** Keys belong to a field while the tester is in it, and to a list that is open. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select')) return true
  return target instanceof HTMLInputElement && !target.matches('[type=checkbox], [type=radio]')
}
