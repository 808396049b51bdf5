import { signal } from '@preact/signals'

/** The message at the bottom of the page. */
export const notice = signal<{ kind: 'done' | 'error'; text: string } | null>(null)

/** Shows an error until it is closed or replaced by another message. */
export function showError(text: string): void {
  notice.value = { kind: 'error', text }
}

export function showDone(text: string): void {
  notice.value = { kind: 'done', text }
}
